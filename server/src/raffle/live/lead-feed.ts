import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { findLimits } from '../../login/auth/session-store.ts';
import { encodeLeadCounts } from './messages.ts';
import type { Reader } from './reader.ts';
import { countLeads } from './store.ts';

/** The minimum interval between reads, however many leads arrive. */
const INTERVAL_MS = 1000;

/** Sends administrators' pages the number of leads of each event. */
export class LeadFeed {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  /** Each reader's session token, and the events whose counts it may read; null for all. */
  readonly #readers = new Map<Reader, { token: string; events: string[] | null }>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /**
   * The last read in the queue. Counts are read one at a time, so that an older one is never sent after a newer
   * one.
   */
  #last: Promise<void> = Promise.resolve();

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** Sends all counts of the reader's events, and then every change. */
  async join(reader: Reader, token: string, events: string[] | null): Promise<void> {
    this.#readers.set(reader, { token, events });
    await this.#runInOrder(async () => {
      const counts = await countLeads(this.#db, events ?? undefined);
      reader.catchUp(encodeLeadCounts({ counts, complete: true }));
    });
    if (reader.closed) this.leave(reader);
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Schedules a count of the event's leads, because their number may have changed. */
  scheduleCount(eventId: string): void {
    if (this.#readers.size === 0) return;
    this.#changed.add(eventId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send(() => this.#countChanged());
    }, INTERVAL_MS).unref();
  }

  /** Sends all counts to all readers, because notifications may have been missed. */
  sendAll(): void {
    void this.#send(async () => ({ counts: await countLeads(this.#db), complete: true }));
  }

  /** Ends streams whose session has ended, and writes a heartbeat to the others if one is due. */
  async endStreams(heartbeat?: Buffer): Promise<void> {
    if (this.#readers.size === 0) return;
    try {
      const entitled = await this.#entitled();
      if (heartbeat) for (const [reader] of entitled) reader.writeHeartbeat(heartbeat);
    } catch (error) {
      // Without a heartbeat the pages reconnect, and every request checks the session.
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'live sessions');
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const reader of this.#readers.keys()) reader.end();
  }

  /**
   * The readers whose access is unchanged, with their events. Ends all other streams: their session has ended, or
   * their events have changed and the page must reconnect.
   */
  async #entitled(): Promise<[Reader, string[] | null][]> {
    const readers = [...this.#readers];
    const tokens = readers.map(([, { token }]) => token);
    const limits = await findLimits(this.#db, tokens);
    return readers.flatMap(([reader, { events }], index) => {
      const now = limits[index];
      if (now !== undefined && String(now) === String(events)) return [[reader, events]];
      reader.end();
      return [];
    });
  }

  async #countChanged() {
    const ids = [...this.#changed];
    this.#changed.clear();
    const counts = await countLeads(this.#db, ids);
    const leads = new Map(counts.map((count) => [count.eventId, count.leads]));
    // An event without a count was deleted, together with its leads.
    return {
      counts: ids.map((eventId) => ({ eventId, leads: leads.get(eventId) ?? 0 })),
      complete: false,
    };
  }

  async #send(read: () => Promise<Parameters<typeof encodeLeadCounts>[0]>): Promise<void> {
    if (this.#readers.size === 0) return;
    try {
      await this.#runInOrder(async () => {
        const { counts, complete } = await read();
        const text = encodeLeadCounts({ counts, complete });
        for (const [reader, events] of await this.#entitled()) {
          if (!events) reader.write(text);
          else {
            const visible = counts.filter(({ eventId }) => events.includes(eventId));
            if (visible.length > 0 || complete) {
              reader.write(encodeLeadCounts({ counts: visible, complete }));
            }
          }
        }
      });
    } catch (error) {
      // After the database recovers, the listener reconnects and all counts are sent.
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'lead counts');
    }
  }

  /** Runs the work after all earlier work, whether or not that succeeded. */
  #runInOrder(work: () => Promise<void>): Promise<void> {
    const finished = this.#last.then(work);
    this.#last = finished.catch(() => {});
    return finished;
  }
}
