import type { ErasureReason } from '@drawbridge/contract/fair-draw/draws';
import { ERASED_NAME } from '@drawbridge/contract/raffle/stage';
import sql from 'sql-template-tag';
import { eraseStoredResponses } from '../../core/change/idempotency.ts';
import { publish } from '../../core/change/publish.ts';
import { erasePayloads, idsByEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** The result of an erasure in one event. */
export interface Erased {
  eventId: string;
  leadIds: string[];
  /** The number of erased leads that had won. */
  winners: number;
}

/**
 * Erases leads and all copies of their data. Only the id and the ticket of a lead remain, so that neither is used
 * again. Winners keep their roster line, because published proofs refer to it.
 */
export async function eraseLeads(
  tx: Db,
  ids: readonly string[],
  because: ErasureReason,
): Promise<Outcome<Erased[]>> {
  // The lock of a draw, taken first as a draw does, so that no lead wins meanwhile.
  const events = await tx.query<{ id: string }>(sql`
    select id from events
    where id in (select event_id from leads where id = any(${ids}::uuid[]))
    order by id for no key update`);
  const eventIds = events.map(({ id }) => id);
  // Leads in a sealed roster cannot be erased until the draw is held or voided.
  const sealed = await tx.execute(sql`
    select from leads l join records d on d.event_id = l.event_id and d.kind = 'sealed'
    where l.id = any(${ids}::uuid[]) and is_in_roster(d.event_id, d.number, l.ticket)`);
  if (sealed > 0) return fail('lead-sealed');
  await barWinners(tx, eventIds, ids);
  await eraseImportRows(tx, eventIds, ids, because);
  const wins = await tx.query<{ id: string; eventId: string }>(sql`
    update winners set
      lead_id = null, name = null, email = null, salt = null,
      erased_at = clock_timestamp(), erased_for = ${because}
    where event_id = any(${eventIds}::uuid[]) and lead_id = any(${ids}::uuid[])
    returning id, event_id`);
  // A handover note may name any of the winner's leads. The erased note still shows that the handover was manual.
  const erasedIds = await tx.query<{ id: string }>(sql`
    update winners w set handover_note = ${ERASED_NAME}
    from leads l
    where l.id = any(${ids}::uuid[]) and l.won and w.event_id = l.event_id
      and w.handover_note is not null and position(l.ticket in w.tickets) > 0
    returning w.id`);
  await tx.execute(erasePayloads([...wins, ...erasedIds].map(({ id }) => id)));
  await tx.execute(sql`
    delete from mails where winner_id = any(${wins.map(({ id }) => id)}::uuid[])`);
  // A trigger refuses to delete leads that have won.
  await tx.execute(sql`update leads set won = false where id = any(${ids}::uuid[]) and won`);
  const leads = await tx.query<{ eventId: string; leadIds: string[] }>(sql`
    with changed as (
      delete from leads where id = any(${ids}::uuid[]) returning id, event_id
    ),
    kept as (
      insert into deleted_leads (id, event_id) select id, event_id from changed
    ),
    queued as (${queueWebhooks('lead.erased', idsByEvent)})
    select event_id, array_agg(id order by id) as lead_ids from changed group by 1 order by 1`);
  if (leads.length === 0) return fail('lead-not-found');
  // A merge that can still be undone has copies of both leads.
  await tx.execute(sql`delete from status_changes where lead_id = any(${ids}::uuid[])`);
  await eraseStoredResponses(tx);
  const erased = leads.map((event) => ({
    ...event,
    winners: wins.filter(({ eventId }) => eventId === event.eventId).length,
  }));
  // Makes pages reload the winners, and servers drop cached responses.
  const publishedEvents = erased.filter(({ winners }) => winners > 0).map(({ eventId }) => eventId);
  await publish(tx, 'records', { eventIds: publishedEvents });
  return succeed(erased);
}

/**
 * Lets new rows overwrite the bytes of erased ones. It cannot run in a transaction. If it fails, autovacuum does
 * the same later.
 */
export async function vacuumErased(db: Database): Promise<void> {
  // A connection outside the pool, because pooled statements have a time limit.
  const connection = db.createConnection();
  try {
    await connection.connect();
    await connection.query(
      'vacuum leads, winners, import_rows, idempotency_keys, deliveries, mails, mail_addresses',
    );
  } catch {
    // Autovacuum follows.
  } finally {
    await connection.end().catch(() => {});
  }
}

/**
 * Excludes the other leads of erased winners from the event's next draws. Afterwards the phone number and the
 * e-mail address that identify them are gone.
 */
async function barWinners(
  tx: Db,
  eventIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    with contact as (
      select event_id, phone_key, null as email from leads where id = any(${ids}::uuid[]) and won
      union
      select event_id, null, email from winners
      where event_id = any(${eventIds}::uuid[]) and lead_id = any(${ids}::uuid[])
    ),
    other as (
      select l.id from contact c join leads l using (event_id, phone_key)
      union
      -- One index lookup per address: without statistics the planner would read all leads.
      select same.id from contact c cross join lateral (
        select id from leads where event_id = c.event_id and lower(email) = lower(c.email) offset 0) same
    )
    update leads set barred_from = event_id
    where id in (select id from other) and not won and id <> all(${ids}::uuid[])`);
}

/**
 * Removes the erased people from imports that are not committed yet, which then cannot be committed. Retention
 * covers only its own event, so rows of imports into other events stay.
 */
async function eraseImportRows(
  tx: Db,
  eventIds: readonly string[],
  ids: readonly string[],
  because: ErasureReason,
): Promise<void> {
  await tx.execute(sql`
    with erased as materialized (
      select l.phone_key, e.country from leads l join events e on e.id = l.event_id
      where l.id = any(${ids}::uuid[])
    )
    delete from import_rows r using imports i, events e, erased
    where i.id = r.import_id and e.id = i.event_id
      and (${because === 'request'} or i.event_id = any(${eventIds}::uuid[]))
      -- An e-mail address can be shared. So can digits without a country code.
      and r.phone_key = erased.phone_key and (r.phone_key like '+%' or e.country = erased.country)`);
}
