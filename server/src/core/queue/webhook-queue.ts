import type { WebhookPayload } from '@drawbridge/contract/outreach/webhooks';
import sql, { type Sql } from 'sql-template-tag';

/** The kinds of messages that a webhook can subscribe to. */
type Kind = Exclude<WebhookPayload['type'], 'test'>;

/** The leads selected as `changed`, by event. */
export const idsByEvent = sql`select event_id, array_agg(id) as ids from changed group by event_id`;

/**
 * SQL that queues a message per matching webhook about subjects selected as `event_id` and `ids`, in the transaction of
 * the change. It does not NOTIFY, because PostgreSQL serialises the commits of notifying transactions; workers poll
 * once a second.
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

/** Erases the sent payloads about subjects, because they may name a person. */
export const erasePayloads = (ids: readonly string[]): Sql => sql`
  update deliveries set payload = null, response = null
  where subject_id = any(${ids}::uuid[]) and payload is not null`;

/** The winners of a draw, or one of them, as subjects. */
export const winnersOfDraw = (eventId: string, number: number, index?: number): Sql => sql`
  select event_id, array_agg(id order by place) as ids from winners
  where event_id = ${eventId} and number = ${number} and place = coalesce(${index ?? null}, place)
  group by event_id`;

/** Queues `lead.deleted` for leads that have left an event, for the webhooks that subscribe to that event only. */
export const queueLeadLeftEvent = (leads: Sql): Sql =>
  queueWebhooks('lead.deleted', leads, sql`w.event_id = s.event_id`);
