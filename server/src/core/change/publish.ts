import type { Changed } from '@drawbridge/contract/core/call';
import type { WebhookPayload } from '@drawbridge/contract/outreach/webhooks';
import type { Applause } from '@drawbridge/contract/raffle/raffle';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import type { FastifyBaseLogger } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { DebouncedBatch } from '../queue/debounced-batch.ts';
import { queueWebhooks } from '../queue/webhook-queue.ts';

export const LIVE_CHANNEL = 'drawbridge_live';

/** What one server sends to the others: that an event has new messages, or a message that is not stored. */
export type LiveNotification =
  | ({ eventId: string } & (
      | { kind?: undefined }
      | { kind: 'deleted' | 'eligible' | 'leads' }
      | ({ kind: 'applause' } & Applause)
    ))
  // Some session has ended.
  | { kind: 'sessions' };

interface Reaction {
  /** The live message that is stored, for pages that were away for a moment. */
  message?: LiveKind;
  /** The notification that is not stored, because its readers count everything again. */
  notification?: NonNullable<LiveNotification['kind']>;
  webhook?: Exclude<WebhookPayload['type'], 'test'>;
}

/** Who learns of a change. Webhooks about leads are queued by the statements that change the leads. */
export const reactions: Record<Changed, Reaction> = {
  prizes: { message: 'prizes' },
  sponsors: { message: 'sponsors' },
  event: { message: 'event' },
  leads: { notification: 'eligible' },
  'new leads': { notification: 'leads' },
  'event deleted': { notification: 'deleted' },
  stage: { message: 'stage' },
  'roll call': { message: 'roll-call', notification: 'eligible' },
  'draw sealed': { message: 'sealed' },
  'winners drawn': { message: 'drawn', notification: 'eligible', webhook: 'winner.drawn' },
  'draw voided': { message: 'voided' },
  'win forfeited': { message: 'forfeited', webhook: 'winner.forfeited' },
  'prize handed over': { message: 'handed-over', webhook: 'winner.handed_over' },
  'handover undone': { message: 'handed-over' },
  // Pages read everything again.
  records: { message: 'event' },
  here: { notification: 'eligible' },
  sessions: { notification: 'sessions' },
};

interface Place {
  /** None for sessions. */
  eventIds?: readonly string[];
  /** The record that a message is about, and which of its winners. */
  number?: number;
  place?: number;
  /** The winners whom webhooks are told of. */
  winners?: Sql;
}

/** The changes that need no more than their event, which `change` takes from the audit record. */
export const changesOfEvents = [
  'prizes',
  'sponsors',
  'event',
  'leads',
] as const satisfies Changed[];

/** Publishes a change with the commit of its transaction. */
export async function publish(
  tx: Db,
  changed: Changed,
  { eventIds = [], number, place = 0, winners }: Place = {},
): Promise<void> {
  const { message, notification, webhook } = reactions[changed];
  const ids = [...new Set(eventIds)].sort();
  if (message) {
    await tx.execute(sql`
      select publish_live_message(id, ${message}, ${number ?? null}, ${place}::smallint)
      from unnest(${ids}::uuid[]) id`);
  }
  if (notification === 'sessions') await notify(tx, { kind: notification });
  else if (notification) {
    await tx.execute(sql`
      select pg_notify(${LIVE_CHANNEL}, json_build_object('eventId', id, 'kind', ${notification}::text)::text)
      from unnest(${ids}::uuid[]) id`);
  }
  if (webhook && winners) await tx.execute(queueWebhooks(webhook, winners));
}

/** Notifies every server, with the commit. */
async function notify(db: Db, notification: LiveNotification): Promise<void> {
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notification)})`);
}

/** One notification covers all new leads of this time. */
const INTERVAL_MS = 250;

/**
 * Notifies administrators' pages of new leads, in a statement of its own: PostgreSQL commits transactions that notify one
 * after the other, so a notification in the statement that inserts leads would slow down submissions.
 */
export const createNewLeadNotifier = (db: Db, log: FastifyBaseLogger) =>
  new DebouncedBatch(INTERVAL_MS, async (eventIds) => {
    try {
      await publish(db, 'new leads', { eventIds });
    } catch (error) {
      // The listeners have lost their connection too, and read all counts when they are back.
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'new leads');
    }
  });
