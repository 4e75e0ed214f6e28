import {
  type Assignment,
  type AssignmentInput,
  assignment,
  type OwnAssignment,
  ownAssignment,
} from '@drawbridge/contract/team/volunteers';
import sql, { empty } from 'sql-template-tag';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { listAssignedEvents } from '../../events/events/store.ts';

const withoutEvent = ownAssignment.omit({ event: true });

export async function listAssignments(
  db: Db,
  { id, only }: { id?: string; only?: OnlyEvents } = {},
): Promise<Assignment[]> {
  return db.query(
    sql`
    select a.id, a.event_id, a.volunteer_id, a.access_revoked, a.assigned_at, a.revoked_at,
           json_build_object('name', u.name, 'username', u.username) as volunteer
    from volunteer_assignments a join users u on u.id = a.volunteer_id
    where ${inEvents(only, sql`a.event_id`)} ${id ? sql`and a.id = ${id}` : empty}
    order by a.assigned_at, a.id`,
    { row: assignment },
  );
}

export async function findAssignment(db: Db, id: string): Promise<Assignment | undefined> {
  const [assignment] = await listAssignments(db, { id });
  return assignment;
}

/** The active assignments of one volunteer, oldest first, with their events. */
export async function listOwnAssignments(db: Db, volunteerId: string): Promise<OwnAssignment[]> {
  const events = new Map(
    (await listAssignedEvents(db, volunteerId)).map((event) => [event.id, event]),
  );
  const assignments = await db.query(
    sql`
    select a.id, a.event_id, a.volunteer_id, a.access_revoked, a.assigned_at, a.revoked_at,
           extract(epoch from now() at time zone e.time_zone - now() at time zone 'UTC')::int / 60
             as utc_offset,
           -- Not below 0: an administrator may have changed the source of the volunteer's own leads.
           greatest(0,
             (select coalesce(sum(n), 0)::int from lead_counts
              where kind = 'event' and event_id = e.id and source = 'volunteer' and not imported)
             - (select coalesce(sum(n), 0)::int from lead_counts
                where submitted_by = a.volunteer_id and event_id = e.id)) as leads_of_others
    from volunteer_assignments a join events e on e.id = a.event_id
    where a.volunteer_id = ${volunteerId} and not a.access_revoked
    order by a.assigned_at, a.id`,
    { row: withoutEvent },
  );
  return assignments.flatMap((assignment) => {
    const event = events.get(assignment.eventId);
    return event ? { ...assignment, event } : [];
  });
}

export async function assignVolunteer(
  db: Db,
  { volunteerId, eventId }: AssignmentInput,
): Promise<Outcome<Assignment>> {
  try {
    const [created] = await db.query<{ id: string }>(sql`
      insert into volunteer_assignments (volunteer_id, event_id)
      -- Locked, so that no administrator without access to this event issues credentials meanwhile.
      select id, ${eventId} from users where id = ${volunteerId} and role = 'volunteer'
      for no key update
      returning id`);
    if (!created) return fail('volunteer-not-found');
    const [assignment] = await listAssignments(db, created);
    return succeed(assignment as Assignment);
  } catch (error) {
    // The unique index on active assignments decides if two requests assign at once.
    if (violates(error, 'assignments_active_key')) return fail('already-assigned');
    if (violates(error, 'volunteer_assignments_event_id_fkey')) return fail('event-not-found');
    // The volunteer was deleted concurrently.
    if (violates(error, 'volunteer_assignments_volunteer_id_fkey')) {
      return fail('volunteer-not-found');
    }
    throw error;
  }
}

/** Undoes a revocation, unless the volunteer has been assigned again. */
export async function restoreAssignment(db: Db, id: string): Promise<Outcome<Assignment>> {
  try {
    await db.execute(sql`
      select from users where id = (select volunteer_id from volunteer_assignments where id = ${id})
      for no key update`);
    await db.execute(sql`
      update volunteer_assignments set access_revoked = false, revoked_at = null where id = ${id}`);
  } catch (error) {
    if (violates(error, 'assignments_active_key')) return fail('already-assigned');
    throw error;
  }
  const [assignment] = await listAssignments(db, { id });
  return assignment ? succeed(assignment) : fail('assignment-not-found');
}

/** Revokes an assignment. Revoking again changes nothing: the time of the first revocation is kept. */
export async function revokeAssignment(db: Db, id: string): Promise<Outcome<Assignment>> {
  await db.execute(sql`
    update volunteer_assignments set access_revoked = true, revoked_at = now()
    where id = ${id} and not access_revoked`);
  const [assignment] = await listAssignments(db, { id });
  return assignment ? succeed(assignment) : fail('assignment-not-found');
}
