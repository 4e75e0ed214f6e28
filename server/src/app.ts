import { constants } from 'node:zlib';
import { calls } from '@drawbridge/contract/calls/all';
import type { Call } from '@drawbridge/contract/core/call';
import { type BeaconChain, QUICKNET } from '@drawbridge/contract/fair-draw/sealed/beacon';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { analytics } from './collecting/analytics/routes.ts';
import { type ImportServices, imports } from './collecting/imports/routes.ts';
import { leadChanges, ownLeads } from './collecting/lead-changes/change-routes.ts';
import { collecting, type EntryServices, entries, leads } from './collecting/leads/routes.ts';
import { leadForm } from './collecting/pages/lead-form-routes.ts';
import { publicPages } from './collecting/pages/routes.ts';
import { people } from './collecting/personal-data/routes.ts';
import { createPageNonces, readPageKey } from './collecting/submission/page-nonces.ts';
import { queueSubmissions } from './collecting/submission/submission-queue.ts';
import { findEventsOf } from './core/access.ts';
import { createNewLeadNotifier } from './core/change/publish.ts';
import type { Feature } from './core/feature.ts';
import { QueueWorker } from './core/queue/queue.ts';
import type { Database } from './db/client.ts';
import { WriteMonitor } from './db/write-monitor.ts';
import { events } from './events/events/routes.ts';
import { pictures } from './events/pictures/routes.ts';
import { sponsors } from './events/sponsors/routes.ts';
import { isHttps } from './http/connections/addresses.ts';
import {
  Connections,
  closeCleanly,
  limitResponseTimes,
  readOpenFilesLimit,
  Sockets,
} from './http/connections/connections.ts';
import { readJsonBodies, tagResponses } from './http/json.ts';
import { allowLimits, limitPublicReads } from './http/limits.ts';
import { describeApi, publishApiDescription } from './http/openapi/openapi.ts';
import { handleErrors, respondToClientError, sendProblem, toProblem } from './http/problems.ts';
import { createRequestId, logRequests } from './http/request-log.ts';
import { HEADERS, setSecurityHeaders } from './http/security-headers.ts';
import { serializeResponses } from './http/serializer.ts';
import { guardRoutes, identifyUsers, listRoutes } from './http/session.ts';
import { serveWebBuild } from './http/web-build/web-build.ts';
import { confirmUser } from './login/auth/confirm-password.ts';
import { auth, passkeyLogins } from './login/auth/routes.ts';
import { findUserByToken } from './login/auth/session-store.ts';
import type { BackupResult } from './operations/backup/nightly.ts';
import type { Metrics } from './operations/metrics/metrics.ts';
import { sample } from './operations/sample/routes.ts';
import { health, type StatusServices, status } from './operations/status/routes.ts';
import { detectUntrustedProxies } from './operations/status/store.ts';
import { startCleanup } from './operations/upkeep/cleanup.ts';
import { passwordLinks } from './outreach/mail/password-link-routes.ts';
import { type MailServices, mail } from './outreach/mail/routes.ts';
import { unsubscribePages } from './outreach/mail/unsubscribe-routes.ts';
import { sponsorPages } from './outreach/sponsor-pages/routes.ts';
import { sharing } from './outreach/sponsor-pages/sharing-routes.ts';
import { isSponsorSession } from './outreach/sponsor-pages/store.ts';
import { type WebhookServices, webhooks } from './outreach/webhooks/routes.ts';
import { webhookWork } from './outreach/webhooks/worker.ts';
import { raffle } from './raffle/draws/routes.ts';
import { live } from './raffle/live/routes.ts';
import { prizes } from './raffle/prizes/routes.ts';
import { readiness } from './raffle/readiness/routes.ts';
import { winners } from './raffle/winners/routes.ts';
import type { MailSettings, Settings } from './settings.ts';
import { ownAccount } from './team/accounts/own-routes.ts';
import { passkeys } from './team/accounts/passkey-routes.ts';
import { accounts } from './team/accounts/routes.ts';
import { assignments } from './team/assignments/routes.ts';
import { audit } from './team/audit/routes.ts';
import { signOns } from './team/sign-on/routes.ts';
import { tokens } from './team/tokens/routes.ts';
import { volunteers } from './team/volunteers/routes.ts';

/** Everything that the features need. */
type AllServices = EntryServices & ImportServices & MailServices & StatusServices & WebhookServices;

/** Every feature with its calls. */
const features: Feature<AllServices>[] = [
  ...[health, auth, passwordLinks, signOns, passkeyLogins, ownAccount, passkeys, accounts],
  ...[tokens, webhooks, mail, unsubscribePages, audit, people, status],
  ...[events, sample, sponsors, sharing, sponsorPages, prizes, pictures],
  ...[raffle, winners, live, readiness, analytics],
  ...[entries, collecting, leads, leadChanges, ownLeads, imports, volunteers, assignments],
];
/** The features of a server that also serves the web app. */
const pageFeatures: Feature<AllServices>[] = [publicPages, leadForm];

const BODY_LIMIT = 64 * 1024;
/** The time in which a request, and its headers alone, must arrive. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** The idle time of a connection between requests. A proxy must close its connections earlier. */
const KEEP_ALIVE_MS = 20_000;
/** The limit on requests per connection, so that no connection takes more of the server than others by pipelining. */
const REQUESTS_PER_CONNECTION = 100;

const compression: FastifyCompressOptions = { encodings: ['br', 'gzip'], threshold: 1024 };
/**
 * The compression of pages. Phones load them over a venue's network: at this level the form is a tenth smaller, for
 * half a millisecond.
 */
const pageCompression: FastifyCompressOptions = {
  ...compression,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
};

export interface AppOptions {
  db: Database;
  settings: Settings;
  log: FastifyBaseLogger;
  /** The directory of the built web app. With null, only the API is served. */
  webDirectory: string | null;
  /** The metrics, if the operator has turned them on. */
  metrics?: Metrics | undefined;
  /** The result of this process's nightly backups. */
  backups?: BackupResult | undefined;
  /** The number of files that this process may open; read from the system unless given. */
  openFiles?: number | undefined;
  /** The chain of public beacons. Tests use a chain of their own, whose future values they know. */
  beaconChain?: BeaconChain | undefined;
}

export async function createApp({
  db,
  settings,
  log,
  webDirectory,
  metrics,
  backups = { succeeded: undefined },
  openFiles = readOpenFilesLimit(),
  beaconChain = QUICKNET,
}: AppOptions) {
  // The interval at which Node checks for overdue requests; its default is 30 seconds.
  const timeouts = { connectionsCheckingInterval: 1_000, headersTimeout: HEADERS_TIMEOUT_MS };
  const app = Fastify({
    http: timeouts,
    loggerInstance: log,
    // Fastify would log two lines per request, with the URL. `logRequests` writes one without it.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION,
    routerOptions: { ignoreTrailingSlash: true },
    // Requests that arrive while the server closes are still served; `closeCleanly` waits for them.
    return503OnClosing: false,
    clientErrorHandler: respondToClientError,
    // Set here and not later: otherwise Fastify would load its own compilers first. Its types expect JSON schemas.
    schemaController: {
      compilersFactory: {
        buildValidator: (() => validatorCompiler) as never,
        buildSerializer: (() => serializeResponses) as never,
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
  limitResponseTimes(app);
  closeCleanly(app, sockets);
  listRoutes(app);
  logRequests(app, settings.logClientAddress);
  metrics?.watchRequests(app);
  metrics?.watchStreams(() => connections.streams);
  readJsonBodies(app);
  tagResponses(app);
  const writes = new WriteMonitor(db, log);
  app.addHook('onClose', async () => writes.close());
  handleErrors(app, { onDatabaseAway: () => writes.noteFailure() });
  identifyUsers(app, (token) => findUserByToken(db, token, settings.sessionHours));
  setSecurityHeaders(app, { https: isHttps(settings.publicUrl) });
  app.addHook('onRoute', (route) => {
    // Only responses to GET can be long, and only the others have a body to unpack.
    if ([route.method].flat().includes('GET')) route.decompress = false;
    else route.compress = false;
    // Compressing the large script of the API's page takes 50 ms.
    if (route.url.startsWith('/api/docs/static')) route.compress = false;
    if (route.compress === undefined && !route.url.startsWith('/api'))
      route.compress = pageCompression;
  });
  await app.register(compress, {
    ...compression,
    // For lists of leads the lowest levels are three times as fast as the defaults, and brotli's lowest
    // level even gives the smallest output (docs/decisions/012).
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  allowLimits(app);
  if (settings.trustProxy === false) detectUntrustedProxies(app, db, writes);
  await describeApi(app);
  await serveWebBuild(app, webDirectory);

  startCleanup(app, db, writes);
  const newLeads = createNewLeadNotifier(db, log);
  app.addHook('onClose', () => newLeads.finish());
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
  const mailWorker = settings.mail && (await startMail(db, writes, settings.mail, metrics, log));
  if (mailWorker) app.addHook('onClose', () => mailWorker.close());
  const nonces = createPageNonces(
    () => readPageKey(db),
    (error) => writes.report(error, 'pages go out without a nonce'),
  );
  const lookups = {
    findEventsOf: (field: string, ids: string[]) => findEventsOf(db, field, ids),
    isSponsor: (token: string) => isSponsorSession(db, token),
    confirmUser: async (request: FastifyRequest) => {
      await confirmUser(db, request as never);
    },
  };
  const services: AllServices = {
    ...{ db, settings, backups, writes, connections, submitLead, newLeads, nonces, deliveries },
    beaconChain,
    mail: mailWorker,
  };
  guardRoutes(app, lookups);
  limitPublicReads(app);
  const served = webDirectory ? [...features, ...pageFeatures] : features;
  for (const { register } of served) {
    await app.register(async (scope) => register(scope, services));
  }
  requireAll(served, webDirectory !== null);
  await publishApiDescription(app);
  return app;
}

/** Starts the mail worker. The library is loaded only if mail is on. */
async function startMail(
  db: Database,
  writes: WriteMonitor,
  mail: MailSettings,
  metrics: Metrics | undefined,
  log: FastifyBaseLogger,
) {
  const { mailWork } = await import('./outreach/mail/worker.ts');
  const work = mailWork({ db, mail, onAttempt: (outcome) => metrics?.countMail(outcome) });
  return new QueueWorker(work, writes, log);
}

/** Throws if a call of the table has no handler. */
function requireAll(features: readonly Feature<never>[], withPages: boolean): void {
  const answered = new Set(features.flatMap((each) => Object.keys(each.calls)));
  const missing = Object.values<Call>(calls).find(
    ({ name, page }) => !answered.has(name) && (withPages || !page),
  );
  if (missing) throw new Error(`Nothing answers the call '${missing.name}'`);
}
