import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { BackupResult } from './backup/nightly.ts';
import type { Database } from './db/client.ts';
import { findEventsOf } from './features/access/store.ts';
import { ownAccountRoutes } from './features/accounts/own-routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { assignmentRoutes, ownAssignmentRoutes } from './features/assignments/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { auditRequests } from './features/audit/store.ts';
import { authRoutes } from './features/auth/routes.ts';
import { findUserByToken } from './features/auth/session-store.ts';
import { eventRoutes } from './features/events/routes.ts';
import { tidyRegularly } from './features/expired.ts';
import type { Routes } from './features/feature.ts';
import { healthRoutes } from './features/health/routes.ts';
import { WriteMonitor } from './features/health/write-monitor.ts';
import { importRoutes } from './features/imports/routes.ts';
import { leadChangeRoutes } from './features/leads/change-routes.ts';
import { NewLeads } from './features/leads/new-leads.ts';
import { ownLeadRoutes } from './features/leads/own-routes.ts';
import { leadRoutes } from './features/leads/routes.ts';
import { queueSubmissions } from './features/leads/submission-queue.ts';
import { addCounts, readSharedKey } from './features/limits/store.ts';
import { liveRoutes } from './features/live/routes.ts';
import { passwordLinkRoutes } from './features/mail/password-link-routes.ts';
import { mailRoutes, winnerMailRoutes } from './features/mail/routes.ts';
import { stopMailRoutes } from './features/mail/stop-routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { passkeyLoginRoutes, passkeyRoutes } from './features/passkeys/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { prizeRoutes } from './features/prizes/routes.ts';
import { questionRoutes } from './features/questions/routes.ts';
import { QueueWorker } from './features/queue/worker.ts';
import { raffleRoutes } from './features/raffle/routes.ts';
import { heartbeatRoutes, readinessRoutes } from './features/readiness/routes.ts';
import { wasAnswered } from './features/requests/store.ts';
import { signOnRoutes } from './features/sign-on/routes.ts';
import { sponsorPageRoutes } from './features/sponsor-pages/routes.ts';
import { sharingRoutes } from './features/sponsor-pages/sharing-routes.ts';
import { isSponsorSession } from './features/sponsor-pages/store.ts';
import { sponsorRoutes } from './features/sponsors/routes.ts';
import { addressRoutes, statusRoutes } from './features/status/routes.ts';
import { noticeProxies } from './features/status/store.ts';
import { ticketRoutes } from './features/tickets/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { volunteerRoutes } from './features/volunteers/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { webhookWork } from './features/webhooks/worker.ts';
import { winnerRoutes } from './features/winners/routes.ts';
import type { ProcessMetrics } from './metrics/process-metrics.ts';
import { Connections, readOpenFilesLimit } from './plugins/connections.ts';
import { readJsonBodies, serializeAnswers, tagAnswers } from './plugins/json.ts';
import { allowLimits, limitPublicReads } from './plugins/limits.ts';
import { describeApi, publishApiDescription } from './plugins/openapi.ts';
import { createPageNonces } from './plugins/page-nonces.ts';
import { answerClientError, answerProblems, sendProblem, toProblem } from './plugins/problems.ts';
import { createRequestId, logRequests } from './plugins/request-log.ts';
import { HEADERS, setSecurityHeaders } from './plugins/security-headers.ts';
import {
  guardRoutes,
  identifyUsers,
  type Limited,
  listRoutes,
  type Tokens,
  type Who,
} from './plugins/session.ts';
import { closeCleanly, Sockets } from './plugins/sockets.ts';
import { serveWebBuild } from './plugins/web-build.ts';
import { isHttps } from './process/addresses.ts';
import type { Certificate } from './process/tls.ts';
import type { MailSettings, Settings } from './settings.ts';

/**
 * Every feature with its URL prefix, who may call it, with which tokens, and what of it organisers of single events may
 * call, unless one of its routes says otherwise.
 */
const features: [prefix: string, who: Who, tokens: Tokens, limited: Limited, routes: Routes][] = [
  ['/', 'anyone', 'none', 'none', healthRoutes],
  ['/api/auth', 'administrators', 'none', 'none', authRoutes], // anyone may log in; users ask who they are
  ['/api/auth', 'anyone', 'none', 'none', passwordLinkRoutes],
  ['/api/auth', 'anyone', 'none', 'none', signOnRoutes],
  ['/api/auth', 'anyone', 'none', 'none', passkeyLoginRoutes],
  ['/api/account', 'users', 'none', 'filtered', ownAccountRoutes], // administrators have a second factor
  ['/api/account', 'users', 'none', 'filtered', passkeyRoutes],
  ['/api/accounts', 'administrators', 'none', 'none', accountRoutes],
  ['/api/tokens', 'administrators', 'none', 'none', tokenRoutes],
  ['/api/webhooks', 'administrators', 'none', 'none', webhookRoutes],
  ['/api/mail', 'administrators', 'none', 'none', mailRoutes],
  ['/api/audit', 'administrators', 'none', 'named', auditRoutes],
  ['/api/events', 'administrators', 'events', 'named', eventRoutes], // anyone reads one; users list theirs
  ['/api/events', 'administrators', 'draws', 'named', raffleRoutes], // anyone reads the winners and checks the draws
  ['/api/events', 'administrators', 'draws', 'named', winnerRoutes], // assigned volunteers hand prizes over
  ['/api/events', 'administrators', 'none', 'named', winnerMailRoutes],
  ['/api/events', 'administrators', 'events', 'named', liveRoutes], // anyone watches an event
  ['/api/events', 'anyone', 'none', 'named', ticketRoutes],
  ['/api/events', 'administrators', 'events', 'named', readinessRoutes],
  ['/api/events', 'administrators', 'events', 'named', questionRoutes],
  ['/api/sponsors', 'administrators', 'events', 'named', sponsorRoutes], // anyone reads an event's
  ['/api/sponsors', 'administrators', 'none', 'named', sharingRoutes],
  ['/api/sponsor-page', 'sponsors', 'none', 'none', sponsorPageRoutes], // anyone opens a private link
  ['/api/prizes', 'administrators', 'events', 'named', prizeRoutes], // anyone reads an event's
  ['/api/leads', 'administrators', 'leads', 'named', leadRoutes], // anyone enters the raffle; users add leads
  ['/api/leads', 'administrators', 'leads', 'named', leadChangeRoutes],
  ['/api/imports', 'administrators', 'leads', 'named', importRoutes],
  ['/api/people', 'administrators', 'none', 'named', peopleRoutes],
  ['/api/users', 'administrators', 'none', 'named', volunteerRoutes],
  ['/api/volunteer-assignments', 'administrators', 'none', 'named', assignmentRoutes],
  ['/api/volunteer', 'users', 'none', 'named', ownAssignmentRoutes],
  ['/api/volunteer', 'users', 'none', 'named', ownLeadRoutes],
  ['/api/volunteer', 'users', 'none', 'named', heartbeatRoutes],
  ['/api/analytics', 'administrators', 'events', 'named', analyticsRoutes],
  ['/api/address', 'anyone', 'none', 'none', addressRoutes],
  ['/api/status', 'administrators', 'none', 'none', statusRoutes],
  ['/', 'anyone', 'none', 'none', stopMailRoutes],
  ['/', 'anyone', 'none', 'none', pageRoutes], // the public pages, with what they show first
];

const BODY_LIMIT = 64 * 1024;
/** How long a request, and its headers alone, may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;

interface AppOptions {
  db: Database;
  settings: Settings;
  log: FastifyBaseLogger;
  /** Where the built web app is; with null, only the API is served. */
  webDirectory: string | null;
  /** Serves HTTPS instead of HTTP. */
  certificate?: Certificate | undefined;
  /** Measures what happens, if the operator wants to know. */
  metrics?: ProcessMetrics | undefined;
  /** How this process's nightly backups went. */
  backups?: BackupResult | undefined;
  /** How many files this process may open; read from the system unless given. */
  openFiles?: number | undefined;
}

export async function createApp({
  db,
  settings,
  log,
  webDirectory,
  certificate,
  metrics,
  backups = { succeeded: undefined },
  openFiles = readOpenFilesLimit(),
}: AppOptions) {
  // How often Node checks for overdue requests; its default is twice a minute.
  const timeouts = { connectionsCheckingInterval: 1_000, headersTimeout: HEADERS_TIMEOUT_MS };
  const app = Fastify({
    ...(certificate ? { https: { ...timeouts, ...certificate } } : { http: timeouts }),
    loggerInstance: log,
    // Fastify would log two lines per request, with the URL. `logRequests` writes one without it.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true },
    // Requests that arrive while the server closes are still served; `closeCleanly` waits for them.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Given here, and not set later: Fastify would load its own compilers first. Its types expect JSON schemas.
    schemaController: {
      compilersFactory: {
        buildValidator: (() => validatorCompiler) as never,
        buildSerializer: (() => serializeAnswers) as never,
      },
    },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a malformed URL, so the headers are set here.
      reply.headers(HEADERS).header('x-request-id', request.id);
      sendProblem(toProblem(error), error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();

  const sockets = new Sockets(app.server);
  const connections = new Connections(app, sockets, openFiles);
  closeCleanly(app, sockets);
  listRoutes(app);
  logRequests(app, settings.logClientAddress);
  metrics?.watchRequests(app);
  metrics?.watchStreams(() => connections.streams);
  readJsonBodies(app);
  tagAnswers(app);
  const writes = new WriteMonitor(db, log);
  app.addHook('onClose', async () => writes.close());
  answerProblems(app, { onDatabaseAway: () => writes.noteFailure() });
  identifyUsers(app, (token) => findUserByToken(db, token, settings.sessionHours));
  setSecurityHeaders(app, { https: isHttps({ tls: certificate, publicUrl: settings.publicUrl }) });
  app.addHook('onRoute', (route) => {
    // Only responses to GET can be long, and only the others have a body to unpack.
    if ([route.method].flat().includes('GET')) route.decompress = false;
    else route.compress = false;
    // Compressing the large script of the API's page takes 50 ms.
    if (route.url.startsWith('/api/docs/static')) route.compress = false;
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // For lists of leads the lowest levels are three times as fast as the defaults, and brotli's lowest
    // level even gives the smallest output (docs/decisions/012).
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  allowLimits(
    app,
    (counts, windowMs) => addCounts(db, counts, windowMs),
    (error) => writes.report(error, 'limits are counted without the other servers'),
  );
  if (settings.trustProxy === false) noticeProxies(app, db, writes);
  await describeApi(app);
  await serveWebBuild(app, webDirectory);

  tidyRegularly(app, db, writes);
  const newLeads = new NewLeads(db, log);
  app.addHook('onClose', () => newLeads.announce());
  const queue = queueSubmissions(db, (event, leads) => {
    log.debug({ event, leads }, 'queue: leads written');
    newLeads.add(event);
  });
  const submitLead = metrics?.watchEntries(queue) ?? queue;
  const deliveries = new QueueWorker(
    webhookWork({
      ...{ db, log, toPrivate: settings.webhooksToPrivate },
      onAttempt: metrics && ((outcome) => metrics.countDelivery(outcome)),
    }),
    writes,
    log,
  );
  app.addHook('onClose', () => deliveries.close());
  const mail = settings.mail && (await startMail(db, writes, settings.mail, metrics, log));
  if (mail) app.addHook('onClose', () => mail.close());
  const nonces = createPageNonces(
    () => readSharedKey(db, 'page nonces'),
    (error) => writes.report(error, 'pages go out without a nonce'),
  );
  for (const [prefix, who, tokens, limited, routes] of features) {
    await app.register(
      async (scope: FastifyInstance) => {
        guardRoutes(
          scope,
          { who, tokens, limited },
          {
            findEventsOf: (noun, ids) => findEventsOf(db, noun, ids),
            wasAnswered: (userId, request) => wasAnswered(db, userId, request),
            isSponsor: (token) => isSponsorSession(db, token),
          },
        );
        limitPublicReads(scope);
        await scope.register(routes, {
          db,
          audit: auditRequests(db),
          settings,
          backups,
          writes,
          connections,
          submitLead,
          newLeads,
          nonces,
          deliveries,
          mail,
        });
      },
      { prefix },
    );
  }
  await publishApiDescription(app);
  return app;
}

/** The library is loaded only where mail is on. */
async function startMail(
  db: Database,
  writes: WriteMonitor,
  mail: MailSettings,
  metrics: ProcessMetrics | undefined,
  log: FastifyBaseLogger,
) {
  const { mailWork } = await import('./features/mail/worker.ts');
  const work = mailWork({ db, mail, onAttempt: (outcome) => metrics?.countMail(outcome) });
  return new QueueWorker(work, writes, log);
}
