import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type AppOptions, createApp } from './app.ts';
import { eraseDueLeads } from './collecting/personal-data/retention.ts';
import { webDirectory } from './core/build.ts';
import { CannotListen } from './core/failure.ts';
import type { Database } from './db/client.ts';
import { type BackupResult, backUpToday } from './operations/backup/nightly.ts';
import { listenForMetrics } from './operations/metrics/listen.ts';
import type { Metrics } from './operations/metrics/metrics.ts';
import { type NightlyTask, startNightly } from './operations/upkeep/nightly-schedule.ts';
import type { Settings } from './settings.ts';

/**
 * The backlog of connections. When the doors of a hall open, more clients connect in a second than are served in it.
 * Clients beyond the backlog try again after 1, 3, 7 and 15 seconds. The system may allow fewer.
 */
const CONNECTIONS_WAITING = 4096;

/**
 * The time after which the database is stopped, whatever is still running. Responses take ten seconds at most by then.
 */
const CLOSE_MS = 15_000;

export interface RunningServer {
  /** The actual port: with PORT=0 the system chooses one. */
  port: number;
  /** The URL for Prometheus, if metrics are on. */
  metricsUrl: string | undefined;
  close(): Promise<void>;
}

export async function serve(
  db: Database,
  settings: Settings,
  log: FastifyBaseLogger,
  /** An option for tests. */
  { beaconChain }: Partial<Pick<AppOptions, 'beaconChain'>> = {},
): Promise<RunningServer> {
  const backups: BackupResult = { succeeded: undefined };
  const metrics = await createMetrics(db, settings, () => backups.succeeded);
  const parts = { db, settings, log, webDirectory, metrics, backups };
  const app = await createApp({ ...parts, beaconChain });
  const metricsPort = metrics && (await listenForMetrics(metrics, settings));
  const closeAll = async () => {
    await Promise.all([app.close(), metricsPort?.close()]);
  };
  try {
    await app.listen({ port: settings.port, host: settings.host, backlog: CONNECTIONS_WAITING });
  } catch (error) {
    await closeAll();
    throw new CannotListen(error);
  }
  const { port } = app.server.address() as AddressInfo;
  const nightly = startNightly(nightlyTasks(db, settings, backups), log);
  const close = async () => {
    nightly.stop();
    const giveUp = new AbortController();
    const overdue = pause(CLOSE_MS, undefined, giveUp).then(
      () => log.warn('stopped before everything under way had ended'),
      () => {},
    );
    await Promise.race([closeAll(), overdue]).finally(() => giveUp.abort());
  };
  return { port, metricsUrl: metricsPort?.url, close };
}

async function createMetrics(
  db: Database,
  settings: Settings,
  backupSucceeded: () => boolean | undefined,
): Promise<Metrics | undefined> {
  if (settings.metricsPort === undefined) return undefined;
  const { Metrics } = await import('./operations/metrics/metrics.ts');
  return new Metrics({ db, settings, backupSucceeded });
}

/** The tasks of the night. The backup comes last, so that it does not contain leads that are erased this night. */
function nightlyTasks(db: Database, settings: Settings, backups: BackupResult): NightlyTask[] {
  const erase: NightlyTask = {
    name: 'Erasing leads',
    run: async (now) => {
      const leads = await eraseDueLeads(db, now);
      return leads > 0 ? `Erased ${leads} leads past their retention period` : undefined;
    },
  };
  const backup: NightlyTask = {
    name: 'The backup',
    run: async (now) => {
      const attempt = backUpToday(db, settings, now);
      backups.succeeded = await attempt.then(
        () => true,
        () => false,
      );
      const file = await attempt;
      return file && `Backup of ${file.rows} rows written to ${file.path} (${file.bytes} bytes)`;
    },
  };
  return [erase, ...(settings.backupDir === undefined ? [] : [backup])];
}
