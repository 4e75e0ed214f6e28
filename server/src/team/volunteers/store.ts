import type { Deleted } from '@drawbridge/contract/core/ids';
import {
  type LoginCodes,
  type LoginCodesInput,
  type Volunteer,
  volunteer,
} from '@drawbridge/contract/team/volunteers';
import sql, { empty } from 'sql-template-tag';
import { inEvents, mayManage, type OnlyEvents } from '../../core/access.ts';
import { publish } from '../../core/change/publish.ts';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { createToken, hash } from '../../login/auth/secrets.ts';
import {
  givePassword,
  recordCredentialIssuer,
  renameUser,
  revokeCredentials,
  revokeOutOfScopeCredentials,
  setEmail,
} from '../../login/auth/store.ts';

/** Volunteers with the figures on their cards. */
export async function listVolunteers(
  db: Db,
  { id, only }: { id?: string; only?: OnlyEvents } = {},
): Promise<Volunteer[]> {
  return db.query(
    sql`
    select u.id, u.name, u.username, u.created_at, manager.may as manageable,
           case when manager.may then u.email end as email,
           (select max(s.created_at) from sessions s
            where manager.may and s.user_id = u.id and s.confirmed and s.expires_at > now()) as logged_in_at,
           array(select coalesce(o.name, o.username) from users o
                 where manager.may and o.id = any(u.credentials_issued_by) and o.only_events is not null
                 order by 1) as credentials_issued_by,
           coalesce(sum(figures.lead_count), 0)::int as lead_count,
           (count(*) filter (where figures.assigned))::int as active_event_count,
           coalesce(json_agg(json_build_object(
             'eventId', figures.event_id, 'eventName', figures.event_name,
             'leadCount', figures.lead_count, 'assigned', figures.assigned
           ) order by figures.assigned desc, figures.date desc, figures.event_id)
             filter (where figures.event_id is not null), '[]') as events
    from users u
    cross join lateral (select ${mayManage(sql`u.id`, only)}) manager (may)
    left join lateral (
      select e.id as event_id, e.name as event_name, e.date,
             coalesce(collected.lead_count, 0) as lead_count,
             active.event_id is not null as assigned
      from (
        select c.event_id, sum(c.n)::int as lead_count
        from lead_counts c where c.kind = 'submitter' and c.submitted_by = u.id
        group by c.event_id having sum(c.n) <> 0
      ) collected
      full join (
        select a.event_id from volunteer_assignments a
        where a.volunteer_id = u.id and not a.access_revoked
      ) active on active.event_id = collected.event_id
      join events e on e.id = coalesce(collected.event_id, active.event_id)
        and ${inEvents(only, sql`e.id`)}
    ) figures on true
    where u.role = 'volunteer' ${id ? sql`and u.id = ${id}` : empty}
    group by u.id, manager.may
    order by lower(coalesce(u.name, u.username)), u.id`,
    { row: volunteer },
  );
}

export async function changeVolunteer(
  db: Db,
  id: string,
  change: {
    name?: string | undefined;
    username?: string | undefined;
    email?: string | null | undefined;
    passwordHash?: string;
  },
  by: CurrentUser,
): Promise<Outcome<Volunteer>> {
  const renamed = await renameUser(db, id, 'volunteer', change);
  if (renamed === 'taken') return fail('username-taken');
  if (renamed === 'missing') return fail('volunteer-not-found');
  // Login links are sent to the address, even when the volunteer is assigned to other events later.
  if (
    change.email !== undefined &&
    !by.events &&
    (await setEmail(db, id, 'volunteer', change.email, by)) === 'taken'
  ) {
    return fail('email-taken');
  }
  if (change.passwordHash) {
    if (!by.events) await revokeOthersCredentials(db, id, by);
    await recordCredentialIssuer(db, [id], by);
    await givePassword(db, id, change.passwordHash);
    await revokeOutOfScopeCredentials(db, by);
  }
  const [volunteer] = await listVolunteers(db, { id, only: by.events });
  return volunteer ? succeed(volunteer) : fail('volunteer-not-found');
}

/** Revokes all credentials if another administrator has issued some of them. */
async function revokeOthersCredentials(tx: Db, id: string, by: CurrentUser): Promise<void> {
  const issuedByOthers = await tx.execute(sql`
    select from users where id = ${id} and array_remove(credentials_issued_by, ${by.id}) <> '{}' for no key update`);
  if (issuedByOthers > 0) await revokeCredentials(tx, id);
}

/**
 * Creates a one-time code for one volunteer, or for each of an event; only the hashes are stored. An administrator
 * limited to some events gets none for volunteers of other events, because the code would give access to those as well.
 */
export async function createLoginCodes(
  db: Db,
  input: LoginCodesInput,
  by: CurrentUser,
): Promise<Outcome<LoginCodes>> {
  const { eventId, until } = 'eventId' in input ? input : {};
  if (eventId) {
    // The day of an event ends last in the time zone UTC-12.
    const [event] = await db.query<{ possible: boolean }>(sql`
      select ${until}::timestamptz between now() and least(now() + interval '7 days',
        (date + 1)::timestamp at time zone 'UTC' + interval '12 hours') as possible
      from events where id = ${eventId}`);
    if (!event) return fail('event-not-found');
    if (!event.possible) return fail('login-codes-end');
  }
  const volunteers = await db.query<Omit<LoginCodes['codes'][number], 'code'>>(sql`
    select id as volunteer_id, name, username from users
    where role = 'volunteer' and ${mayManage(sql`users.id`, by.events)} and ${
      'volunteerId' in input
        ? sql`id = ${input.volunteerId}`
        : sql`id in (select volunteer_id from volunteer_assignments
                     where event_id = ${eventId} and not access_revoked)`
    }
    order by lower(coalesce(name, username)), id for key share`);
  if (!eventId && volunteers.length === 0) return fail('volunteer-not-found');
  const ids = volunteers.map(({ volunteerId }) => volunteerId);
  await recordCredentialIssuer(db, ids, by);
  const codes = volunteers.map((volunteer) => ({ ...volunteer, code: createToken() }));
  const { expiresAt } = await db.queryOne<{ expiresAt: string }>(sql`
    with replaced as (
      -- New codes replace those of an earlier sheet.
      delete from login_codes where expires_at < now()
        or user_id = any(${ids}::uuid[]) and invited_by is null),
    ending as (
      select coalesce(${until ?? null}::timestamptz, now() + interval '10 minutes')::timestamptz(3) as at),
    made as (
      insert into login_codes (code_hash, user_id, event_id, expires_at)
      select t.code_hash, t.user_id, ${eventId ?? null}, ending.at from ending,
        unnest(${codes.map(({ code }) => hash(code))}::bytea[],
               ${ids}::uuid[]) as t (code_hash, user_id)
    )
    select at as expires_at from ending`);
  await revokeOutOfScopeCredentials(db, by);
  return succeed({ expiresAt, codes });
}

/** Deletes a volunteer with sessions and assignments. Leads are kept, with the volunteer's name. */
export async function deleteVolunteer(
  db: Db,
  id: string,
): Promise<Outcome<Deleted & { name: string | null; username: string }>> {
  const [deleted] = await db.query<Deleted & { name: string | null; username: string }>(sql`
    delete from users where id = ${id} and role = 'volunteer' returning id, name, username`);
  if (!deleted) return fail('volunteer-not-found');
  await publish(db, 'sessions');
  return succeed(deleted);
}
