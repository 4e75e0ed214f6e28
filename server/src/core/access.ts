import type { SessionUser } from '@drawbridge/contract/login/auth';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../db/client.ts';

/** The only events that a user may use; null or undefined means all events. */
export type OnlyEvents = readonly string[] | null | undefined;

/** SQL condition: the row belongs to one of these events. */
export function inEvents(events: OnlyEvents, eventId = sql`event_id`): Sql {
  return events ? sql`${eventId} = any(${events}::uuid[])` : sql`true`;
}

/** True if the user may collect leads at the event. */
export async function mayCollect(db: Db, user: SessionUser, eventId: string): Promise<boolean> {
  if (user.role === 'admin') return true;
  const assigned = await db.execute(sql`
    select from volunteer_assignments
    where volunteer_id = ${user.id} and event_id = ${eventId} and not access_revoked`);
  return assigned > 0;
}

/**
 * SQL condition: single sign-on created the account and its user has not logged in through the provider for 7 days. The
 * claim that entitled them may have been withdrawn.
 */
export const signOnNeeded = (userId: Sql): Sql => sql`
  exists (select from identities i
          where i.user_id = ${userId} and i.created_account and i.sso_at < now() - interval '7 days')`;

/** The owner of a token or webhook. It is revoked when the owner's account is disabled. */
export const ownerOf = (ownerId: Sql): Sql => sql`
  (select json_build_object('id', owner.id, 'name', coalesce(owner.name, owner.username))
   from users owner where owner.id = ${ownerId})`;

/** The events in which some volunteers have ever worked. */
const workedIn = (isVolunteer: (column: Sql) => Sql) => sql`
  select event_id from volunteer_assignments where ${isVolunteer(sql`volunteer_id`)}
  union select event_id from leads where ${isVolunteer(sql`submitted_by`)}`;

/**
 * SQL condition: the volunteer has worked only in these events, so an administrator limited to them may manage the
 * account.
 */
export function mayManage(volunteerId: Sql, events: OnlyEvents): Sql {
  if (!events) return sql`true`;
  return sql`(
    select coalesce(bool_and(${inEvents(events)}), false)
    from (${workedIn((column) => sql`${column} = ${volunteerId}`)}) worked)`;
}

const volunteersWorkedIn = (ids: string[]) =>
  workedIn((column) => sql`${column} = any(${ids}::uuid[])`);
const eventsOfRows = (table: string) => (ids: string[]) =>
  sql`
  select event_id from ${raw(table)} where id = any(${ids}::uuid[])`;
/** Like `fromTable`, but also finds deleted rows, which can be restored for a day. */
const orRemoved = (table: string) => (ids: string[]) =>
  sql`
  ${eventsOfRows(table)(ids)}
  union select event_id from restorable_rows where kind = ${table} and id = any(${ids}::uuid[])`;

/** Queries for the events that resources belong to, by the name of the parameter or field with their ids. */
const eventsOf: Record<string, (ids: string[]) => Sql> = {
  eventId: (ids) => sql`select unnest(${ids}::uuid[]) as event_id`,
  leadId: eventsOfRows('leads'),
  prizeId: orRemoved('prizes'),
  sponsorId: orRemoved('sponsors'),
  importId: eventsOfRows('imports'),
  assignmentId: eventsOfRows('volunteer_assignments'),
  volunteerId: volunteersWorkedIn,
};

export async function findEventsOf(
  db: Db,
  field: string,
  ids: string[],
): Promise<string[] | undefined> {
  const find = eventsOf[field];
  if (!find) return undefined;
  const rows = await db.query<{ eventId: string }>(sql`
    select distinct event_id from (${find(ids)}) named`);
  return rows.map(({ eventId }) => eventId);
}
