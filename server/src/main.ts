import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import type { FastifyBaseLogger } from 'fastify';
import { commit, version, webDirectory } from './build.ts';
import { connect } from './db/client.ts';
import { type OpenDatabase, openDatabase, poolSizeFor } from './db/database.ts';
import { checkPorts } from './doctor/ports.ts';
import { CannotListen, exitCodeOf, explainFailure } from './failure.ts';
import {
  describeAdministrator,
  ensureAdministrator,
  type FirstAdministrator,
} from './features/auth/first-administrator.ts';
import { keepConsents } from './features/consent.ts';
import { createLog } from './log.ts';
import { describeMissingHttps, localUrl, phoneUrls } from './process/addresses.ts';
import {
  type RunningServer,
  type ServerWithOtherPorts,
  withOtherPorts,
} from './process/other-ports.ts';
import { becomeAccount, makeDirectoryFor, readPrivilegePlan } from './process/privileges.ts';
import { describeCertificateProblem, readCertificate } from './process/tls.ts';
import {
  readWorkerConfig,
  reportFailure,
  startWorkers,
  type WorkerConfig,
} from './process/workers.ts';
import { readSecretFiles, readSettings, type Settings } from './settings.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

const thisFile = fileURLToPath(import.meta.url);

/** settings → database → app → listen → close */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  for (const line of describeUnknownSettings(process.env)) log.warn(line);
  // Before anything is changed. A certificate that has expired is still better than no server.
  const wrong =
    settings.tls &&
    describeCertificateProblem(readCertificate(settings.tls).cert, settings.publicUrl);
  if (wrong) log.warn(wrong);
  const taken = (await checkPorts(settings)).find(({ level }) => level !== 'ok');
  if (taken) throw new CannotListen(taken.text);
  const database = await openDatabase(settings, log, (error) => exit(error));
  const started = start(database, settings, log);
  closeOnSignal(async (signal) => {
    log.info(`Stopping, because of ${signal}`);
    // Waits for a start in progress, so that no process is left behind.
    const running = await started.catch(() => undefined);
    await running?.server.close().finally(() => database.close());
    log.info('Stopped');
  });
  const { administrator, server } = await started;
  announce(server, settings, database.place, administrator);
  await warnOfUnreachableServices(settings, log);
}

/** When everything runs, because nobody should wait for the servers of others. */
async function warnOfUnreachableServices(
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<void> {
  if (!settings.mail && !settings.signOn) return;
  const { checkServices } = await import('./doctor/checks.ts');
  for (const { level, text } of await checkServices(settings)) {
    if (level === 'problem') log.warn(text);
  }
}

async function start(database: OpenDatabase, settings: Settings, log: FastifyBaseLogger) {
  let administrator: FirstAdministrator | undefined;
  // Read before the rights of root are given up, because a worker may not be able to.
  const secrets = readSecretFiles(process.env);
  try {
    // Loaded only in a process that serves, and before the rights of root are given up.
    const app = settings.workers === 1 ? await import('./serve.ts') : undefined;
    administrator = await ensureAdministrator(database.db, settings);
    await keepConsents(database.db);
    const plan = await readPrivilegePlan(settings, database.osUser, filesToRead(settings));
    if (plan.drop === 'never' && plan.warning) log.warn(plan.warning);
    if (plan.drop !== 'never' && settings.backupDir !== undefined) {
      // If it fails, so does the first backup, which says why.
      await makeDirectoryFor(plan.account, settings.backupDir).catch(() => {});
    }
    if (plan.drop === 'before listening') becomeAccount(plan.account);
    const account = plan.drop === 'after listening' ? plan.account : undefined;
    const server = app
      ? await app.serve(database.db, settings, log)
      : await serveWithWorkers(database, settings, log, { account, secrets });
    const running = await withOtherPorts(server, settings);
    if (account) becomeAccount(account);
    return { administrator, server: running };
  } catch (error) {
    // The account is there now, and no later start will print its password.
    print(describeAdministrator(administrator));
    await database.close();
    throw error;
  }
}

/** Files that the server reads while it runs, to see whether an unprivileged account can read them. */
function filesToRead({ workers, tls }: Settings): string[] {
  return [
    thisFile,
    join(webDirectory, 'index.html'),
    ...(workers > 1 ? [process.execPath] : []),
    ...(tls ? [tls.certFile, tls.keyFile] : []),
  ];
}

/** This process supervises the database and the workers, and serves no requests itself. */
async function serveWithWorkers(
  { db, target }: OpenDatabase,
  settings: Settings,
  log: FastifyBaseLogger,
  more: Pick<WorkerConfig, 'account' | 'secrets'>,
): Promise<RunningServer> {
  const connections = await poolSizeFor(db, settings.workers);
  await db.end();
  const measured = settings.metricsPort !== undefined;
  const metrics = measured && new (await import('./metrics/gather.ts')).WorkerMetrics();
  const config = { database: target, connections, ...more };
  const server = await startWorkers(settings.workers, thisFile, config, log);
  return metrics ? { ...server, readMetrics: () => metrics.read() } : server;
}

/** app → listen → close, with a database that is ready. */
async function runWorker({ database, connections, account, secrets }: WorkerConfig): Promise<void> {
  const { serve } = await import('./serve.ts');
  // The main process listens for its workers.
  if (account && process.getuid?.() === 0) becomeAccount(account);
  const settings = readSettings({ ...process.env, ...secrets });
  const log = createLog(settings.logLevel).child({ pid: process.pid });
  const db = connect(database, { max: connections });
  const server = await serve(db, settings, log);
  if (server.metrics) {
    const { answerMainProcess } = await import('./metrics/gather.ts');
    answerMainProcess(server.metrics);
  }
  closeOnSignal(() => server.close().finally(() => db.end()));
}

function closeOnSignal(close: (signal: string) => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      close(signal).then(() => process.exit(0), exit);
    });
  }
}

function announce(
  { port, metricsUrl }: ServerWithOtherPorts,
  settings: Settings,
  place: string,
  administrator: FirstAdministrator | undefined,
): void {
  const url = localUrl(settings, port);
  const onPhones = phoneUrls(settings, port);
  print([
    `${PRODUCT_NAME} ${version}${commit ? ` (${commit})` : ''} is ready: ${url}`,
    ...(onPhones.length > 0 ? [`On phones in this network: ${onPhones.join(' or ')}`] : []),
    `Data: ${place}`,
    ...describeAdministrator(administrator),
    ...(metricsUrl ? [`Measurements: ${metricsUrl}`] : []),
    ...describeMissingHttps(settings, url),
  ]);
}

/** Prints to the terminal, once; this is never part of the log. */
function print(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function exit(error: unknown): never {
  process.stderr.write(`${explainFailure(error, process.env)}\n`);
  process.exit(exitCodeOf(error));
}

const workerConfig = readWorkerConfig();
if (workerConfig) runWorker(workerConfig).catch(reportFailure);
else main().catch(exit);
