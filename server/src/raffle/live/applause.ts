import type { Applause } from '@drawbridge/contract/raffle/raffle';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import { LIVE_CHANNEL } from '../../core/change/publish.ts';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { isDrawing } from '../stage/stage-store.ts';

const INTERVAL_MS = 1000;

/**
 * Counts applause in memory and publishes the counts to all servers once a second. Nothing is stored, not even who
 * applauded.
 */
export class ApplauseCounts {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  #counts = new Map<string, Applause>();
  /** The devices that have applauded since the last publication. */
  #heard = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  add(eventId: string, device: string, { claps, hearts }: Applause): void {
    if (this.#heard.has(device)) return;
    this.#heard.add(device);
    const before = this.#counts.get(eventId);
    this.#counts.set(eventId, {
      claps: (before?.claps ?? 0) + claps,
      hearts: (before?.hearts ?? 0) + hearts,
    });
    this.#timer ??= setTimeout(() => void this.#send(), INTERVAL_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Publishes the counts of events that exist, allow applause and are showing a draw or its winner. */
  async #send(): Promise<void> {
    const counts = [...this.#counts];
    this.#counts = new Map();
    this.#heard = new Set();
    this.#timer = undefined;
    try {
      await this.#db.execute(sql`
        select pg_notify(${LIVE_CHANNEL}, json_build_object(
                 'kind', 'applause', 'eventId', e.id, 'claps', a.claps, 'hearts', a.hearts)::text)
        from unnest(${counts.map(([id]) => id)}::uuid[], ${counts.map(([, { claps }]) => claps)}::int[],
                    ${counts.map(([, { hearts }]) => hearts)}::int[]) a (id, claps, hearts)
        join events e using (id)
        join stages s on s.event_id = e.id
        where e.applause and (s.revealed is not null or ${isDrawing})`);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'applause');
    }
  }
}

/** Sends the applause counted by all servers, at most once a second. */
export class ApplauseFeed {
  readonly #send: (applause: Applause) => void;
  #sum: Applause = { claps: 0, hearts: 0 };
  #sentAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (applause: Applause) => void) {
    this.#send = send;
  }

  add({ claps, hearts }: Applause): void {
    this.#sum.claps += claps;
    this.#sum.hearts += hearts;
    const pause = Math.max(0, this.#sentAt + INTERVAL_MS - Date.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sentAt = Date.now();
      this.#send(this.#sum);
      this.#sum = { claps: 0, hearts: 0 };
    }, pause).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
