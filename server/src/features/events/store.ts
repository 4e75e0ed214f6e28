import type { AdminEvent, EventChange, EventInput, PublicEvent } from '@drawbridge/contract/events';
import type { Db } from '../../db/client.ts';
import { againAfterDeadlock } from '../../db/deadlock.ts';

const publicColumns = ['id', 'name', 'date', 'location', 'status'] as const;

/** Each count reads a small index and never the rows. */
function selectAdminEvents(sql: Db) {
  return sql`
    select e.id, e.name, e.date, e.location, e.status, e.total_amount_collected, e.roa,
           e.created_at, e.created_by,
           (select count(*)::int from leads l where l.event_id = e.id) as lead_count,
           (select count(*)::int from volunteer_assignments a
             where a.event_id = e.id and not a.access_revoked) as volunteer_count,
           (select count(*)::int from prizes p where p.event_id = e.id) as prize_count
    from events e`;
}

export async function listEvents(sql: Db): Promise<AdminEvent[]> {
  return sql<AdminEvent[]>`${selectAdminEvents(sql)} order by e.date desc, e.created_at desc, e.id`;
}

export async function listAssignedEvents(sql: Db, volunteerId: string): Promise<PublicEvent[]> {
  return sql<PublicEvent[]>`
    select e.id, e.name, e.date, e.location, e.status
    from events e
    join volunteer_assignments a on a.event_id = e.id
    where a.volunteer_id = ${volunteerId} and not a.access_revoked
    order by a.assigned_at, e.id`;
}

export async function findEvent(sql: Db, id: string): Promise<AdminEvent | undefined> {
  const [event] = await sql<AdminEvent[]>`${selectAdminEvents(sql)} where e.id = ${id}`;
  return event;
}

export async function findPublicEvent(sql: Db, id: string): Promise<PublicEvent | undefined> {
  const [event] = await sql<PublicEvent[]>`
    select ${sql(publicColumns)} from events where id = ${id}`;
  return event;
}

export async function createEvent(
  sql: Db,
  input: EventInput,
  createdBy: string,
): Promise<AdminEvent> {
  const [event] = await sql<[Omit<AdminEvent, 'leadCount' | 'volunteerCount' | 'prizeCount'>]>`
    insert into events (name, date, location, status, total_amount_collected, roa, created_by)
    values (${input.name}, ${input.date}, ${input.location}, ${input.status},
            ${input.totalAmountCollected}, ${input.roa}, ${createdBy})
    returning *`;
  return { ...event, leadCount: 0, volunteerCount: 0, prizeCount: 0 };
}

export async function changeEvent(
  sql: Db,
  id: string,
  change: EventChange,
): Promise<AdminEvent | undefined> {
  await sql`
    update events set
      name = coalesce(${change.name ?? null}, name),
      date = coalesce(${change.date ?? null}, date),
      location = coalesce(${change.location ?? null}, location),
      status = coalesce(${change.status ?? null}, status),
      total_amount_collected =
        coalesce(${change.totalAmountCollected ?? null}, total_amount_collected),
      roa = coalesce(${change.roa ?? null}, roa)
    where id = ${id}`;
  return findEvent(sql, id);
}

/** Everything that belongs to the event goes with it. */
export async function deleteEvent(sql: Db, id: string): Promise<boolean> {
  const deleted = await againAfterDeadlock(() => sql`delete from events where id = ${id}`);
  return deleted.count > 0;
}
