import type { Applause } from '@drawbridge/contract/raffle';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { Gathering } from '../gathering.ts';

export const LIVE_CHANNEL = 'drawbridge_live';

/** What one server sends to the others: that an event has new messages, or a message that is not stored. */
export type LiveNotice =
  | ({ eventId: string } & (
      | { kind?: undefined }
      | { kind: 'deleted' | 'eligible' | 'leads' }
      | ({ kind: 'applause' } & Applause)
    ))
  // Some session has ended.
  | { kind: 'sessions' };

/** Sends a message that is not stored, because readers need not catch up on it. */
export async function announce(db: Db, notice: LiveNotice): Promise<void> {
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`);
}

/** One notification covers all new leads of this time. */
const INTERVAL_MS = 250;

/**
 * Tells administrators' pages that events have new leads. It does so in a statement of its own, because
 * PostgreSQL commits transactions that notify one after the other: a notification in the statement that
 * inserts leads would slow down submissions.
 */
export const announceNewLeads = (db: Db, log: FastifyBaseLogger) =>
  new Gathering(INTERVAL_MS, async (eventIds) => {
    try {
      await db.execute(sql`
        select pg_notify(${LIVE_CHANNEL}, json_build_object('eventId', id, 'kind', 'leads')::text)
        from unnest(${[...new Set(eventIds)]}::uuid[]) id`);
    } catch (error) {
      // The listeners have lost their connection too, and read all counts when they are back.
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'new leads');
    }
  });
