import type { Applause } from '@drawbridge/contract/raffle';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';

export const LIVE_CHANNEL = 'drawbridge_live';

/** What one server sends to the others: that an event has new messages, or a message that is not stored. */
export type LiveNotice =
  | ({ eventId: string } & (
      | { kind?: undefined }
      | { kind: 'deleted' | 'cancelled' | 'eligible' | 'leads' }
      | { kind: 'drawing'; prizeId: string | null; tickets: string[] }
      | ({ kind: 'applause' } & Applause)
    ))
  // Some session has ended.
  | { kind: 'sessions' };

/** Sends a message that is not stored, because readers need not catch up on it. */
export async function announce(db: Db, notice: LiveNotice): Promise<void> {
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`);
}

/** Tells every server that these events have new leads. */
async function announceLeads(db: Db, eventIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object('eventId', id, 'kind', 'leads')::text)
    from unnest(${eventIds}::uuid[]) id`);
}

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
