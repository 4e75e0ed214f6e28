import type { Changed } from '@drawbridge/contract/core/call';
import type { WebhookPayload } from '@drawbridge/contract/outreach/webhooks';
import type { Applause, Rehearsal } from '@drawbridge/contract/raffle/raffle';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import type { FastifyBaseLogger } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { DebouncedBatch } from '../queue/debounced-batch.ts';
import { queueWebhooks } from '../queue/webhook-queue.ts';

export const LIVE_CHANNEL = 'drawbridge_live';

/** A notification between servers: an event has new messages, or a message that is not stored. */
export type LiveNotification =
  | ({ eventId: string } & (
      | { kind?: undefined }
      | { kind: 'deleted' | 'leads' }
      // The first digits of a ticket that has answered the roll call.
      | { kind: 'eligible'; here?: string }
      | ({ kind: 'applause' } & Applause)
      | { kind: 'rehearsal'; rehearsal: Rehearsal | null }
    ))
  // A session has ended.
  | { kind: 'sessions' };

interface Reaction {
  /** The live message to store, for pages that were briefly disconnected. */
  message?: LiveKind;
  /** A notification that is not stored, because its receivers count again anyway. */
  notification?: NonNullable<LiveNotification['kind']>;
  webhook?: Exclude<WebhookPayload['type'], 'test'>;
}

/**
 * The messages, notifications and webhooks of each change. Webhooks about leads are queued by the statements that
 * change the leads.
 */
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
  // Makes pages read everything again.
  records: { message: 'event' },
  here: { notification: 'eligible' },
  sessions: { notification: 'sessions' },
};

interface ChangeFacts {
  /** The events of the change; none for sessions. */
  eventIds?: readonly string[];
  /** The number of the record that a message is about, and the index of the winner. */
  number?: number;
  place?: number;
  /** The first digits of the ticket that has answered the roll call. */
  here?: string | undefined;
  /** The winners to send webhooks about. */
  winners?: Sql;
}

/** The changes that need only their event, which `change` takes from the audit record. */
export const changesOfEvents = [
  'prizes',
  'sponsors',
  'event',
  'leads',
] as const satisfies Changed[];

/** Publishes a change when its transaction commits. */
export async function publish(
  tx: Db,
  changed: Changed,
  { eventIds = [], number, place = 0, here, winners }: ChangeFacts = {},
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
      select pg_notify(${LIVE_CHANNEL}, json_strip_nulls(json_build_object(
        'eventId', id, 'kind', ${notification}::text, 'here', ${here ?? null}::text))::text)
      from unnest(${ids}::uuid[]) id`);
  }
  if (webhook && winners) await tx.execute(queueWebhooks(webhook, winners));
}

/** Notifies every server when the transaction commits. */
export async function notify(db: Db, notification: LiveNotification): Promise<void> {
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notification)})`);
}

/** The time in which new leads share one notification. */
const INTERVAL_MS = 250;

/**
 * Notifies administrators' pages of new leads, in a statement of its own. PostgreSQL serialises the commits of
 * notifying transactions, so a notification in the statement that inserts leads would slow down submissions.
 */
export const createNewLeadNotifier = (db: Db, log: FastifyBaseLogger) =>
  new DebouncedBatch(INTERVAL_MS, async (eventIds) => {
    try {
      await publish(db, 'new leads', { eventIds });
    } catch (error) {
      // The listeners have lost their connection as well, and read all counts when they reconnect.
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'new leads');
    }
  });
