import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@drawbridge/contract/product';
import type { FastifyBaseLogger } from 'fastify';
import { connect } from './db/client.ts';
import { poolSizeFor } from './db/connections.ts';
import { type OpenDatabase, openDatabase } from './db/database.ts';
import { explainFailure } from './failure.ts';
import { completeCountries } from './features/events/store.ts';
import {
  describeAdministrator,
  ensureAdministrator,
  type FirstAdministrator,
} from './first-administrator.ts';
import { createLog } from './log.ts';
import { type Serving, serve } from './serve.ts';
import { readSettings, type Settings } from './settings.ts';
import { type Orders, readOrders, reportFailure, startWorkers } from './workers.ts';

const thisFile = fileURLToPath(import.meta.url);

/** settings → database → app → listen → close */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const database = await openDatabase(settings, log, (error) => exit(error));
  const started = start(database, settings, log);
  closeOnSignal(async () => {
    // What is still starting is waited for: it may not be left behind.
    const begun = await started.catch(() => undefined);
    await begun?.serving.close().finally(() => database.close());
  });
  const { administrator, serving } = await started;
  announce(serving.port, settings.host, administrator);
}

async function start(database: OpenDatabase, settings: Settings, log: FastifyBaseLogger) {
  try {
    const administrator = await ensureAdministrator(database.db, settings);
    await completeCountries(database.db, settings.country);
    const serving =
      settings.workers === 1
        ? await serve(database.db, settings, log)
        : await serveByWorkers(database, settings, log);
    return { administrator, serving };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** This process looks after the database and the workers, and answers nothing itself. */
async function serveByWorkers(
  { db, target }: OpenDatabase,
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<Serving> {
  const connections = await poolSizeFor(db, settings.workers);
  await db.end();
  return startWorkers(settings.workers, thisFile, { database: target, connections }, log);
}

/** app → listen → close, on a database that is ready. */
async function work({ database, connections }: Orders): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel).child({ pid: process.pid });
  const db = connect(database, { max: connections });
  const serving = await serve(db, settings, log);
  closeOnSignal(() => serving.close().finally(() => db.end()));
}

function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      close().then(() => process.exit(0), exit);
    });
  }
}

/** For the person at the terminal, once; never part of the log. */
function announce(port: number, host: string, administrator: FirstAdministrator | undefined): void {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const lines = [
    `${PRODUCT_NAME} is ready: http://${address}:${port}`,
    ...describeAdministrator(administrator),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function exit(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}

const orders = readOrders();
if (orders) work(orders).catch((error) => reportFailure(explainFailure(error)));
else main().catch(exit);
