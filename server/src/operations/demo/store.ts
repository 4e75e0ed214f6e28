import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { deleteEvent } from '../../events/events/store.ts';

export async function hasEvents(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from events limit 1`)) > 0;
}

export async function findAnyAdministrator(db: Db): Promise<string | undefined> {
  const [user] = await db.query<{ id: string }>(sql`
    select id from users where role = 'admin' order by created_at limit 1`);
  return user?.id;
}

export async function markSample(db: Db, table: 'events' | 'users', id: string): Promise<void> {
  await db.execute(sql`update ${raw(table)} set sample = true where id = ${id}`);
}

export async function hasSample(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from events where sample limit 1`)) > 0;
}

/** Locks the sample data, so that one request at a time adds or removes it. */
export async function lockSample(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sample data'))`);
}

/** Removes queued messages about the sample data, so that no receiver gets data of invented people. */
export async function removeQueuedMessages(tx: Db): Promise<void> {
  await tx.execute(sql`
    delete from webhook_queue where event_id in (select id from events where sample)`);
}

/** Deletes the marked sample data, with everything that was added to it since. */
export async function removeSample(tx: Db): Promise<{ events: number; volunteers: number }> {
  // Locked, so that they are not assigned to another event before they are deleted.
  await tx.execute(sql`select from users where sample for update`);
  await tx.execute(sql`
    -- Sample volunteers who work in one of the organiser's own events stay.
    update users u set sample = false
    where sample and (
      exists (select from volunteer_assignments a join events e on e.id = a.event_id
              where a.volunteer_id = u.id and not e.sample)
      or exists (select from leads l join events e on e.id = l.event_id
                 where l.submitted_by = u.id and not e.sample))`);
  const events = await tx.query<{ id: string }>(sql`select id from events where sample`);
  for (const { id } of events) await deleteEvent(tx, id);
  return {
    events: events.length,
    volunteers: await tx.execute(sql`delete from users where sample`),
  };
}

/** Sets the times at which leads were submitted and verified, which the API does not allow. */
export async function backdateLeads(
  db: Db,
  leads: readonly { id: string; submittedAt: string; status: LeadStatus }[],
): Promise<void> {
  await db.execute(sql`
    update leads set
      submitted_at = past.submitted_at,
      status = past.status,
      verified_at = case when past.status = 'pending' then null
                         else least(past.submitted_at + interval '10 minutes', now()) end
    from unnest(
      ${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ submittedAt }) => submittedAt)}::timestamptz[],
      ${leads.map(({ status }) => status)}::text[]
    ) as past (id, submitted_at, status)
    where leads.id = past.id`);
}

/** Sets the sponsors' form views as if the form had shown them and their question from the start. */
export async function backdateSponsors(db: Db, eventId: string, formViews: number): Promise<void> {
  await db.execute(sql`
    update events set questions = (
      select jsonb_agg(asked #- '{sponsor,since}' order by place)
      from jsonb_array_elements(questions) with ordinality as listed (asked, place))
    where id = ${eventId} and questions <> '[]'`);
  await db.execute(sql`
    insert into sponsor_reach (sponsor_id, event_id, form_views)
    select id, event_id, ${formViews} from sponsors where event_id = ${eventId}`);
}
