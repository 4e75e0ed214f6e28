import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { FastifyBaseLogger } from 'fastify';
import { commit, version, webDirectory } from './core/build.ts';
import { CannotListen, exitCodeOf, explainFailure } from './core/failure.ts';
import { type OpenDatabase, openDatabase } from './db/database.ts';
import { saveConsentTexts } from './events/events/consent.ts';
import { describeMissingHttps, localUrl, phoneUrls } from './http/connections/addresses.ts';
import { createLog } from './log.ts';
import {
  describeAdministrator,
  ensureAdministrator,
  type FirstAdministrator,
} from './login/auth/first-administrator.ts';
import {
  findDiskProblems,
  findPortProblem,
  findServiceProblems,
} from './operations/upkeep/checks.ts';
import {
  becomeAccount,
  makeDirectoryFor,
  readPrivilegePlan,
} from './operations/upkeep/privileges.ts';
import type { RunningServer } from './serve.ts';
import { describeUnknownSettings, readSettings, type Settings } from './settings.ts';

const thisFile = fileURLToPath(import.meta.url);

/** The order of the start: settings → database → app → listen → close. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const unknown = describeUnknownSettings(process.env);
  if (unknown) log.warn(unknown);
  // Checked before anything is changed.
  const portProblem = await findPortProblem(settings);
  if (portProblem) throw new CannotListen(portProblem);
  // Loaded while PostgreSQL starts, and before root gives up its rights.
  const app = import('./serve.ts');
  app.catch(() => {});
  const database = await openDatabase(settings, log, (error) => exit(error));
  const started = start(database, settings, log, app);
  closeOnSignal(async (signal) => {
    log.info(`Stopping, because of ${signal}`);
    // Waits for a start in progress, so that no process is left behind.
    const running = await started.catch(() => undefined);
    await running?.server.close().finally(() => database.close());
    log.info('Stopped');
  });
  const { administrator, server } = await started;
  announce(server, settings, database.location, administrator);
  // Checked last, so that the start does not wait for other servers.
  for (const problem of [
    ...(await findDiskProblems(settings)),
    ...(await findServiceProblems(settings)),
  ]) {
    log.warn(problem);
  }
}

async function start(
  database: OpenDatabase,
  settings: Settings,
  log: FastifyBaseLogger,
  app: Promise<typeof import('./serve.ts')>,
) {
  let administrator: FirstAdministrator | undefined;
  try {
    const { serve } = await app;
    administrator = await ensureAdministrator(database.db, settings);
    await saveConsentTexts(database.db);
    const plan = await readPrivilegePlan(settings, database.osUser, [
      thisFile,
      join(webDirectory, 'index.html'),
    ]);
    if (plan.drop === 'never' && plan.warning) log.warn(plan.warning);
    if (plan.drop !== 'never' && settings.backupDir !== undefined) {
      // If this fails, so does the first backup, which reports the reason.
      await makeDirectoryFor(plan.account, settings.backupDir).catch(() => {});
    }
    if (plan.drop === 'before listening') becomeAccount(plan.account);
    const account = plan.drop === 'after listening' ? plan.account : undefined;
    const server = await serve(database.db, settings, log);
    if (account) becomeAccount(account);
    return { administrator, server };
  } catch (error) {
    // The account exists now, and no later start will print its password.
    print(describeAdministrator(administrator));
    await database.close();
    throw error;
  }
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
  { port, metricsUrl }: RunningServer,
  settings: Settings,
  location: string,
  administrator: FirstAdministrator | undefined,
): void {
  const url = localUrl(settings.host, port);
  const onPhones = phoneUrls(settings, port);
  print([
    `${PRODUCT_NAME} ${version}${commit ? ` (${commit})` : ''} is ready: ${url}`,
    ...(onPhones.length > 0 ? [`On phones in this network: ${onPhones.join(' or ')}`] : []),
    `Data: ${location}`,
    ...describeAdministrator(administrator),
    ...(metricsUrl ? [`Measurements: ${metricsUrl}`] : []),
    ...describeMissingHttps(settings, url),
  ]);
}

/** Prints to the terminal, once. The output is never part of the log. */
function print(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function exit(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(exitCodeOf(error));
}

main().catch(exit);
