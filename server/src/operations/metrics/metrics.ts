import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SubmitLead } from '../../collecting/submission/submission-queue.ts';
import { version } from '../../core/build.ts';
import type { Database } from '../../db/client.ts';
import { readMigrationNumber } from '../../db/migrate.ts';
import { countMails } from '../../outreach/mail/store.ts';
import { countWaiting } from '../../outreach/webhooks/delivery-store.ts';
import { countUnsent } from '../../raffle/readiness/store.ts';
import type { Settings } from '../../settings.ts';
import { type LastBackup, readLastBackup } from '../backup/nightly.ts';
import { readDisks } from '../status/disks.ts';

/** The time after which the database counts as unavailable. */
const DATABASE_TIMEOUT_MS = 2_000;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Sources {
  db: Database;
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'backupDir'>;
  /** Returns true if this process's last attempt at the nightly backup succeeded. */
  backupSucceeded: () => boolean | undefined;
}

/**
 * The metrics of this server. This module is loaded only when metrics are on, so that they cost nothing when they are
 * off.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: Sources;
  #asking: Promise<DatabaseReading> | undefined;
  #streams: () => number = () => 0;

  readonly #requests = this.#counter(
    'drawbridge_http_requests_total',
    'Requests that were answered, by the pattern of their route, live streams left out',
    ['method', 'route', 'status'],
  );
  readonly #durations = new Histogram({
    name: 'drawbridge_http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #entries = this.#counter(
    'drawbridge_entries_total',
    'Leads that were added, without repeated ones',
    ['source'],
  );
  readonly #deliveries = this.#counter(
    'drawbridge_webhook_attempts_total',
    'Attempts to deliver to webhooks, by whether they were delivered or failed',
    ['outcome'],
  );
  readonly #mails = this.#counter(
    'drawbridge_mail_attempts_total',
    'Attempts to send mail, by whether they were delivered, failed, or refused for good',
    ['outcome'],
  );
  readonly #waiting = this.#gauge('drawbridge_entries_waiting', 'Leads that wait for their commit');
  readonly #openStreams = this.#gauge('drawbridge_live_streams', 'Live streams that are open');
  readonly #pool = {
    open: this.#gauge('drawbridge_pool_connections', 'Connections to the database in the pools'),
    idle: this.#gauge(
      'drawbridge_pool_idle_connections',
      'Idle connections to the database in the pools',
    ),
    waiting: this.#gauge('drawbridge_pool_waiting', 'Statements that wait for a connection'),
  };
  readonly #databaseUp = this.#gauge(
    'drawbridge_database_up',
    'Whether the server reaches the database',
  );
  /** The metrics that are read from the database. */
  readonly #inDatabase: Record<keyof NonNullable<DatabaseReading>, Gauge> = {
    migration: this.#gauge(
      'drawbridge_database_migration',
      "The number of the database's last migration",
    ),
    leads: this.#gauge(
      'drawbridge_unsent_leads',
      "Leads that are still on volunteers' devices, as these last said",
    ),
    devices: this.#gauge('drawbridge_unsent_devices', 'Devices with such leads'),
    deliveries: this.#gauge(
      'drawbridge_webhook_deliveries_waiting',
      'Deliveries to webhooks that wait for their first or next attempt',
    ),
    mails: this.#gauge('drawbridge_mails_waiting', 'Mail that waits for its first or next attempt'),
  };
  readonly #backup = {
    time: this.#gauge(
      'drawbridge_backup_last_timestamp_seconds',
      'When the newest nightly backup was finished',
    ),
    bytes: this.#gauge('drawbridge_backup_last_bytes', 'Its size'),
    succeeded: this.#gauge(
      'drawbridge_backup_succeeded',
      'Whether the last attempt at the nightly backup succeeded',
    ),
  };

  readonly #disk = {
    free: this.#gauge(
      'drawbridge_disk_free_bytes',
      'What is free on the disk of a directory that the server writes to',
      ['setting'],
    ),
    size: this.#gauge('drawbridge_disk_size_bytes', 'The size of that disk', ['setting']),
  };

  constructor(sources: Sources) {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    for (const outcome of ['delivered', 'failed']) this.#deliveries.inc({ outcome }, 0);
    for (const outcome of ['delivered', 'failed', 'refused']) this.#mails.inc({ outcome }, 0);
    new Gauge({
      name: 'drawbridge_info',
      help: 'The version that is running',
      labelNames: ['version'],
      registers: [this.#registry],
    }).set({ version }, 1);
  }

  /** Counts and times the requests of an app. It must be called before the app's routes are added. */
  watchRequests(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { method } = request;
      const route = request.routeOptions.url ?? 'none';
      const type = reply.getHeader('content-type');
      // The response of a live stream ends when its page is closed.
      if (typeof type !== 'string' || !type.startsWith('text/event-stream')) {
        this.#requests.inc({ method, route, status: reply.statusCode });
        this.#durations.observe({ method, route }, reply.elapsedTime / 1000);
      }
      done();
    });
  }

  countDelivery(outcome: 'delivered' | 'failed'): void {
    this.#deliveries.inc({ outcome });
  }

  countMail(outcome: 'delivered' | 'failed' | 'refused'): void {
    this.#mails.inc({ outcome });
  }

  watchStreams(count: () => number): void {
    this.#streams = count;
  }

  /** Wraps the function to count its calls. */
  watchEntries(submitLead: SubmitLead): SubmitLead {
    return async (submission) => {
      this.#waiting.inc();
      try {
        const outcome = await submitLead(submission);
        if (outcome.ok && !outcome.value.repeated) this.#entries.inc({ source: submission.source });
        return outcome;
      } finally {
        this.#waiting.dec();
      }
    };
  }

  /** The metrics in the text format of Prometheus. */
  async read(): Promise<string> {
    await this.#refresh();
    return this.#registry.metrics();
  }

  /** Updates the metrics that are read on demand. */
  async #refresh(): Promise<void> {
    const { db, settings, backupSucceeded } = this.#sources;
    this.#pool.open.set(db.pool.totalCount);
    this.#pool.idle.set(db.pool.idleCount);
    this.#pool.waiting.set(db.pool.waitingCount);
    this.#openStreams.set(this.#streams());
    const [database, backup, disks] = await Promise.all([
      this.#queryDatabase(),
      settings.backupDir === undefined ? undefined : readLastBackup(settings.backupDir),
      readDisks(settings),
    ]);
    for (const { setting, freeBytes, bytes } of disks) {
      this.#disk.free.set({ setting }, freeBytes);
      this.#disk.size.set({ setting }, bytes);
    }
    this.#databaseUp.set(database ? 1 : 0);
    for (const [name, gauge] of Object.entries(this.#inDatabase)) {
      setOrRemove(gauge, database?.[name as keyof typeof database]);
    }
    this.#setBackup(backup, backupSucceeded());
  }

  #setBackup(backup: LastBackup | undefined, succeeded: boolean | undefined): void {
    setOrRemove(this.#backup.time, backup?.at && backup.at.getTime() / 1000);
    setOrRemove(this.#backup.bytes, backup?.bytes);
    setOrRemove(this.#backup.succeeded, succeeded === undefined ? undefined : Number(succeeded));
  }

  /** Queries the database once. A query that hangs is not repeated, because each one holds a connection. */
  async #queryDatabase(): Promise<DatabaseReading> {
    const { db } = this.#sources;
    this.#asking ??= Promise.all([
      readMigrationNumber(db),
      countUnsent(db),
      countWaiting(db),
      countMails(db),
    ])
      .then(
        ([migration, unsent, waiting, mails]) => ({ migration, ...unsent, ...waiting, ...mails }),
        () => undefined,
      )
      .finally(() => {
        this.#asking = undefined;
      });
    return Promise.race([this.#asking, pause(DATABASE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }
}

type DatabaseReading =
  | { migration: number; leads: number; devices: number; deliveries: number; mails: number }
  | undefined;

/** Sets a gauge, or removes it if the value is unknown, which must not look like zero. */
function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}
