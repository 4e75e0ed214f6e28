import type { WebhookPayload } from '@drawbridge/contract/outreach/webhooks';
import sql, { type Sql } from 'sql-template-tag';

/** What somebody can have a webhook told. */
type Kind = Exclude<WebhookPayload['type'], 'test'>;

/** Leads that were chosen as `changed`, by event. */
export const byEvent = sql`select event_id, array_agg(id) as ids from changed group by event_id`;

/**
 * A statement, or part of one, that queues what webhooks are to be told of subjects, selected as `event_id` and `ids`. It
 * belongs to the transaction of the change. Nobody is notified: PostgreSQL commits transactions that notify one after the
 * other, and the servers look every second.
 */
export const queueWebhooks = (
  kind: Kind,
  subjects: Sql,
  which = sql`(w.event_id is null or w.event_id = s.event_id)`,
): Sql => sql`
  insert into webhook_queue (webhook_id, kind, event_id, subject_ids)
  select w.id, ${kind}, s.event_id, s.ids
  from (${subjects}) s join webhooks w on ${which}
  where w.disabled_at is null and ${kind} = any(w.kinds)`;

/** Erases what was sent of subjects, because it may name a person. */
export const erasePayloads = (ids: readonly string[]): Sql => sql`
  update deliveries set payload = null, answer = null
  where subject_id = any(${ids}::uuid[]) and payload is not null`;

/** The winners of a draw, or one of them, as subjects. */
export const winnersOfDraw = (eventId: string, number: number, place?: number): Sql => sql`
  select event_id, array_agg(id order by place) as ids from winners
  where event_id = ${eventId} and number = ${number} and place = coalesce(${place ?? null}, place)
  group by event_id`;

/** Tells of leads that have left an event to those who hear of that event alone. */
export const queueLeadLeftEvent = (leads: Sql): Sql =>
  queueWebhooks('lead.deleted', leads, sql`w.event_id = s.event_id`);
