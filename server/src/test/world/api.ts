import type { AddressInfo } from 'node:net';
import type { BeaconChain } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from '../../app.ts';
import type { ConnectionTarget } from '../../db/connection.ts';
import { createLog } from '../../log.ts';
import { Metrics } from '../../operations/metrics/metrics.ts';
import { readSettings } from '../../settings.ts';
import { createDatabase, type TestDatabase } from '../database/database.ts';
import { startServer } from '../database/process.ts';
import { connectSql, type TestSql } from '../database/sql.ts';
import { ADMIN } from './accounts.ts';
import { Client } from './client.ts';

export interface TestApi {
  /** A client without a session. */
  anyone: Client;
  admin: Client;
  sql: TestSql;
  /** The server. With several processes, this is an additional one, used only for its list of routes. */
  app: Awaited<ReturnType<typeof createApp>>;
  database: TestDatabase;
  /** The server's metrics, if they are on. */
  metrics: Metrics | undefined;
  /** The number of processes that serve requests. */
  servers: number;
  close(): Promise<void>;
}

interface More {
  /** A built web app to serve with the API. */
  webDirectory?: string;
  /** The size of the server's pool. */
  connections?: number;
  /** The number of files that the server may open. */
  openFiles?: number;
  /** Turns metrics on. */
  measured?: boolean;
  /** Another server, or only its database, which this server shares. */
  beside?: Pick<TestApi, 'database'>;
  /** Beacons with future values known to the test. */
  beaconChain?: BeaconChain;
  /** The reason why the test cannot run with several servers. */
  oneProcess?: string;
}

/** The number of real processes per API, on one database, with `npm run test:processes`. */
const SERVERS = Number(process.env.TEST_SERVERS ?? 1);

/** The real server on a fresh database, reached over HTTP. `env` contains settings as an operator sets them. */
export async function startApi(
  env: Record<string, string> = {},
  log?: ReturnType<typeof createLog>,
  more: More = {},
): Promise<TestApi> {
  const { connections, beside } = more;
  const database = beside?.database ?? (await createDatabase('schema and administrator'));
  const sql = connectSql(database.target, connections ? { max: connections } : {});
  // Without a passphrase no backup can be downloaded.
  const given = { BACKUP_PASSPHRASE: 'wisteria lantern 41', ...env };
  const settings = readSettings(given);
  const metrics = more.measured
    ? new Metrics({ db: sql, settings, backupSucceeded: () => undefined })
    : undefined;
  const app = await createApp({
    db: sql,
    metrics,
    settings,
    log: log ?? createLog('error'),
    webDirectory: more.webDirectory ?? null,
    openFiles: more.openFiles,
    beaconChain: more.beaconChain,
  });
  const alone = SERVERS === 1 || startInOneProcess(log, more);
  const { urls, stop } = alone
    ? await listen(app)
    : await startProcesses(SERVERS, database.target, given);
  const anyone = new Client(urls);
  return {
    anyone,
    admin: await anyone.signIn(ADMIN),
    sql,
    app,
    database,
    metrics,
    servers: urls.length,
    close: async () => {
      await stop();
      await app.close();
      await sql.end({ graceMs: 1000 });
      if (!beside) await database.drop();
    },
  };
}

function startInOneProcess(
  log: FastifyBaseLogger | undefined,
  { webDirectory, connections, openFiles, measured, oneProcess, beaconChain }: More,
): boolean {
  const reason =
    oneProcess ??
    // The level 'silent' only suppresses the output, so it works with several processes.
    (log && log.level !== 'silent' ? 'reads the log' : undefined) ??
    (webDirectory && 'brings its own web app') ??
    (measured && 'measures itself') ??
    (openFiles && 'may open so many files') ??
    (beaconChain && 'has its own beacons') ??
    (connections && 'has so many connections');
  if (reason) process.stderr.write(`in one process: ${reason}\n`);
  return reason !== undefined;
}

async function listen(app: TestApi['app']) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { urls: [`http://127.0.0.1:${port}`], stop: () => app.close() };
}

/** Starts real servers on one database, as operators run them on several machines. */
export async function startProcesses(
  count: number,
  target: ConnectionTarget,
  env: Record<string, string>,
) {
  const started = Array.from({ length: count }, () =>
    startServer({ LOG_LEVEL: 'error', ...env, ...databaseSettings(target) }),
  );
  const servers = await Promise.all(started);
  return {
    urls: servers.map(({ url }) => url),
    stop: async () => {
      const codes = await Promise.all(servers.map((server) => server.stop()));
      if (codes.some((code) => code !== 0)) throw new Error(`Servers ended with ${codes}`);
    },
  };
}

/** A socket cannot be part of a URL; the driver reads it from the same variables as PostgreSQL's tools. */
export function databaseSettings(target: ConnectionTarget): Record<string, string> {
  if (typeof target === 'string') return { DATABASE_URL: target };
  return {
    DATABASE_URL: `postgres:///${target.database}`,
    PGHOST: target.host,
    PGPORT: String(target.port),
    PGUSER: target.user,
  };
}
