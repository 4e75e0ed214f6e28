import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { announceLeads } from '../live/store.ts';

/** One notification covers all new leads of this time. */
const INTERVAL_MS = 250;

/**
 * Tells administrators' pages that events have new leads. It does so in a statement of its own, because
 * PostgreSQL commits transactions that notify one after the other: a notification in the statement that
 * inserts leads would slow down submissions.
 */
export class NewLeads {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #eventIds = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  add(eventId: string): void {
    this.#eventIds.add(eventId);
    this.#timer ??= setTimeout(() => void this.announce(), INTERVAL_MS).unref();
  }

  /** Announces what has not been announced yet. */
  async announce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const eventIds = [...this.#eventIds];
    this.#eventIds.clear();
    if (eventIds.length === 0) return;
    try {
      await announceLeads(this.#db, eventIds);
    } catch (error) {
      // The listeners have lost their connection too, and read all counts when they are back.
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'new leads');
    }
  }
}
