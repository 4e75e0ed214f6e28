import {
  type Heartbeat,
  type Readiness,
  readiness,
  SILENT_AFTER_MS,
} from '@drawbridge/contract/raffle/readiness';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';

const readinessCounts = readiness.omit({ devices: true });

/** The limit for one volunteer's devices. A further device replaces the least important one. */
const DEVICES_PER_USER = 5;
/** A device without unsent leads is inactive after this time without a heartbeat. */
const INACTIVE_AFTER_HOURS = 12;

/** SQL condition: the user of a heartbeat is assigned to the event as a volunteer. */
const assigned = (userId: Sql, eventId: Sql) => sql`
  exists (select from volunteer_assignments a
          where a.volunteer_id = ${userId} and a.event_id = ${eventId} and not a.access_revoked)`;

const silent = sql`h.last_seen_at < now() - make_interval(secs => ${SILENT_AFTER_MS / 1000})`;

/**
 * Replaces the heartbeats of a device by those for events to which its user is assigned. Returns the number of
 * these events.
 */
export async function recordHeartbeat(
  db: Database,
  userId: string,
  { deviceId, events }: Heartbeat,
): Promise<number> {
  const eventIds = events.map(({ eventId }) => eventId);
  const unsent = events.map((event) => event.unsent);
  return inTransaction(db, async (tx) => {
    // Requests of one user's devices run one after the other, so that two new devices cannot exceed the limit.
    await tx.execute(sql`select from users where id = ${userId} for no key update`);
    await tx.execute(sql`
      delete from heartbeats h
      where user_id = ${userId} and (
        (device_id = ${deviceId} and event_id <> all(${eventIds}::uuid[]))
        or (unsent = 0 and last_seen_at < now() - make_interval(hours => ${INACTIVE_AFTER_HOURS}))
        or not ${assigned(sql`h.user_id`, sql`h.event_id`)}
        or device_id in (
          select device_id from heartbeats where user_id = ${userId} and device_id <> ${deviceId}
          group by device_id order by max(unsent) > 0 desc, max(last_seen_at) desc
          offset ${DEVICES_PER_USER - 1})
      )`);
    return tx.execute(sql`
      insert into heartbeats (user_id, device_id, event_id, unsent)
      select ${userId}, ${deviceId}, said.event_id, max(said.unsent)
      from unnest(${eventIds}::uuid[], ${unsent}::int[]) as said (event_id, unsent)
      where ${assigned(sql`${userId}`, sql`said.event_id`)}
      group by said.event_id
      on conflict (user_id, device_id, event_id)
      do update set unsent = excluded.unsent, last_seen_at = now()`);
  });
}

/** The number of leads that devices have not sent yet, and the number of these devices. */
export async function countUnsent(db: Db): Promise<{ leads: number; devices: number }> {
  return db.queryOne(sql`
    select coalesce(sum(unsent), 0)::int as leads, count(distinct device_id)::int as devices
    from heartbeats h where unsent > 0 and ${assigned(sql`h.user_id`, sql`h.event_id`)}`);
}

/**
 * Hides the silent devices of a volunteer, which were lost or reset. A device reappears with its next heartbeat.
 */
export async function dismissSilentDevices(
  db: Db,
  eventId: string,
  volunteerId: string,
): Promise<void> {
  await db.execute(sql`
    delete from heartbeats h
    where h.event_id = ${eventId} and h.user_id = ${volunteerId} and ${silent}`);
}

export async function checkReadiness(db: Db, eventId: string): Promise<Readiness> {
  const [counts] = await db.query(
    sql`
    with people as (
      select phone_key, bool_or(not phone_valid) as invalid,
             count(distinct lower(name)) > 1 as several
      from leads where event_id = ${eventId} and status <> 'promoted' group by phone_key
    )
    select
      (select count(*)::int from leads where event_id = ${eventId}) as leads,
      (select count(*)::int from leads
       where event_id = ${eventId} and status = 'pending') as pending_leads,
      (select count(*)::int from people where several) as numbers_with_several_names,
      (select count(*)::int from people where invalid) as invalid_numbers,
      (select count(*)::int from prizes
       where event_id = ${eventId} and btrim(name) = '') as prizes_without_name,
      array(select distinct actor_name from audit_log
            where event_id = ${eventId} and kind = 'chances-changed' and at > now() - interval '1 hour'
              and actor_name is not null order by actor_name) as chances_changed_by`,
    { row: readinessCounts },
  );
  const devices = await db.query<Readiness['devices'][number]>(sql`
    select u.id as volunteer_id, coalesce(u.name, u.username) as volunteer, h.unsent, h.last_seen_at,
           ${silent} as silent
    from heartbeats h join users u on u.id = h.user_id
    where h.event_id = ${eventId} and ${assigned(sql`h.user_id`, sql`h.event_id`)}
      and (h.unsent > 0 or h.last_seen_at > now() - make_interval(hours => ${INACTIVE_AFTER_HOURS}))
    order by h.unsent desc, volunteer`);
  return { devices, ...(counts as Omit<Readiness, 'devices'>) };
}
