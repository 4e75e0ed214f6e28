import type { AdminEvent, EventChange, EventInput, PublicEvent } from '@drawbridge/contract/events';
import { shortestPhone } from '@drawbridge/contract/phone-key';
import type { Database, Db } from '../../db/client.ts';
import { againAfterDeadlock } from '../../db/deadlock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { derivePhoneKeys } from '../leads/phone-keys.ts';

type Stored<Event> = Omit<Event, 'phoneMinLength'>;

/** An event as it leaves the server: with the length of its country's shortest phone numbers. */
export const withPhoneRule = <Event extends Stored<PublicEvent>>(event: Event) => ({
  ...event,
  phoneMinLength: shortestPhone(event.country),
});

/** Each count reads a small index and never the rows. */
function selectAdminEvents(sql: Db) {
  return sql`
    select e.id, e.name, e.date, e.location, e.status, e.country, e.total_amount_collected, e.roa,
           e.created_at, e.created_by, e.winner_display,
           (select count(*)::int from leads l where l.event_id = e.id) as lead_count,
           (select count(*)::int from volunteer_assignments a
             where a.event_id = e.id and not a.access_revoked) as volunteer_count,
           (select count(*)::int from prizes p where p.event_id = e.id) as prize_count
    from events e`;
}

export async function listEvents(sql: Db): Promise<AdminEvent[]> {
  const events = await sql<Stored<AdminEvent>[]>`
    ${selectAdminEvents(sql)} order by e.date desc, e.created_at desc, e.id`;
  return events.map(withPhoneRule);
}

export async function listAssignedEvents(sql: Db, volunteerId: string): Promise<PublicEvent[]> {
  const events = await sql<Stored<PublicEvent>[]>`
    select e.id, e.name, e.date, e.location, e.status, e.country
    from events e
    join volunteer_assignments a on a.event_id = e.id
    where a.volunteer_id = ${volunteerId} and not a.access_revoked
    order by a.assigned_at, e.id`;
  return events.map(withPhoneRule);
}

export async function findEvent(sql: Db, id: string): Promise<AdminEvent | undefined> {
  const [event] = await sql<Stored<AdminEvent>[]>`${selectAdminEvents(sql)} where e.id = ${id}`;
  return event && withPhoneRule(event);
}

export async function findPublicEvent(sql: Db, id: string): Promise<PublicEvent | undefined> {
  const [event] = await sql<Stored<PublicEvent>[]>`
    select id, name, date, location, status, country from events where id = ${id}`;
  return event && withPhoneRule(event);
}

export async function createEvent(
  sql: Db,
  input: EventInput,
  { createdBy, defaultCountry }: { createdBy: string; defaultCountry: string },
): Promise<AdminEvent> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into events (name, date, location, status, total_amount_collected, roa, created_by,
                        winner_display, country)
    values (${input.name}, ${input.date}, ${input.location}, ${input.status},
            ${input.totalAmountCollected}, ${input.roa}, ${createdBy}, ${input.winnerDisplay},
            coalesce(${input.country ?? null},
                     (select country from events order by created_at desc, id limit 1),
                     ${defaultCountry}))
    returning id`;
  const event = await findEvent(sql, id);
  if (!event) throw new Error('An event vanished as soon as it was created');
  return event;
}

export async function changeEvent(
  sql: Database,
  id: string,
  change: EventChange,
): Promise<Outcome<AdminEvent>> {
  const update = (tx: Db) => tx`
    update events set
      name = coalesce(${change.name ?? null}, name),
      date = coalesce(${change.date ?? null}, date),
      location = coalesce(${change.location ?? null}, location),
      status = coalesce(${change.status ?? null}, status),
      total_amount_collected =
        coalesce(${change.totalAmountCollected ?? null}, total_amount_collected),
      roa = coalesce(${change.roa ?? null}, roa),
      winner_display = coalesce(${change.winnerDisplay ?? null}, winner_display)
    where id = ${id}`;
  const { country } = change;
  if (country === undefined) await update(sql);
  else {
    const refused = await againAfterDeadlock(() =>
      inTransaction(sql, async (tx) => {
        if (!(await changeCountry(tx, id, country))) return true;
        await update(tx);
        return false;
      }),
    );
    if (refused) return fail('country-fixed');
  }
  const event = await findEvent(sql, id);
  return event ? succeed(event) : fail('event-not-found');
}

/**
 * The same number means another phone in another country, so all leads are compared by new keys. Answers
 * false once there is a draw: its winner could win again under another key.
 */
async function changeCountry(tx: Db, id: string, country: string): Promise<boolean> {
  // The strongest lock: leads on their way in wait, and then learn the new country.
  const [event] = await tx<{ country: string | null }[]>`
    select country from events where id = ${id} for update`;
  if (!event || event.country === country) return true;
  const draws = await tx`select from draws where event_id = ${id} limit 1`;
  if (draws.length > 0) return false;
  await tx`update events set country = ${country} where id = ${id}`;
  await derivePhoneKeys(tx, id, country);
  return true;
}

/** Events from before there were countries get the default one, when the server starts. */
export async function completeCountries(sql: Database, defaultCountry: string): Promise<void> {
  const events = await sql<{ id: string }[]>`select id from events where country is null`;
  for (const { id } of events) {
    await inTransaction(sql, (tx) => changeCountry(tx, id, defaultCountry));
  }
}

/** Everything that belongs to the event goes with it. */
export async function deleteEvent(sql: Db, id: string): Promise<boolean> {
  const deleted = await againAfterDeadlock(() => sql`delete from events where id = ${id}`);
  return deleted.count > 0;
}
