import type { AdminEvent, EventChange, EventInput, PublicEvent } from '@drawbridge/contract/events';
import { tidyCode } from '@drawbridge/contract/fair-draw/entry-code';
import type { Deleted } from '@drawbridge/contract/ids';
import { shortestPhone } from '@drawbridge/contract/phone-key';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, Problem, succeed } from '../../errors.ts';
import { derivePhoneKeys } from '../leads/phone-keys.ts';

const SHORT_CODE = /^[0-9a-f]{6}$/;

type Stored<Event> = Omit<Event, 'phoneMinLength'>;

/** Adds the length of the shortest phone numbers in the event's country. */
export const withPhoneRule = <Event extends Stored<PublicEvent>>(event: Event) => ({
  ...event,
  phoneMinLength: shortestPhone(event.country),
});

const publicColumns = sql`
    e.id, e.name, e.date, e.location, e.status, e.short_code, e.country, e.organiser, e.privacy_text,
    e.privacy_url, e.consent_note, e.marketing_text, e.consent_id as consent_version`;

/** Each count reads only a small index, not the rows. */
const selectAdminEvents = sql`
    select ${publicColumns}, e.total_amount_collected, e.roa,
           e.created_at, e.created_by, e.winner_display, e.retention_days,
           e.archived, e.checklist,
           (select count(*)::int from leads l where l.event_id = e.id) as lead_count,
           (select count(*)::int from volunteer_assignments a
             where a.event_id = e.id and not a.access_revoked) as volunteer_count,
           (select count(*)::int from prizes p where p.event_id = e.id) as prize_count
    from events e`;

export async function listEvents(db: Db): Promise<AdminEvent[]> {
  const events = await db.query<Stored<AdminEvent>>(sql`
    ${selectAdminEvents} order by e.date desc, e.created_at desc, e.id`);
  return events.map(withPhoneRule);
}

export async function listAssignedEvents(db: Db, volunteerId: string): Promise<PublicEvent[]> {
  const events = await db.query<Stored<PublicEvent>>(sql`
    select ${publicColumns}
    from events e
    join volunteer_assignments a on a.event_id = e.id
    where a.volunteer_id = ${volunteerId} and not a.access_revoked
    order by a.assigned_at, e.id`);
  return events.map(withPhoneRule);
}

export async function findEvent(db: Db, id: string): Promise<AdminEvent | undefined> {
  const [event] = await db.query<Stored<AdminEvent>>(sql`${selectAdminEvents} where e.id = ${id}`);
  return event && withPhoneRule(event);
}

export async function findPublicEvent(db: Db, id: string): Promise<PublicEvent | undefined> {
  const [event] = await db.query<Stored<PublicEvent>>(sql`
    select ${publicColumns} from events e where e.id = ${id}`);
  return event && withPhoneRule(event);
}

/**
 * The event with this code, which people type in many ways, if it takes entries or has a raffle to show.
 */
export async function findEventByShortCode(
  db: Db,
  typed: string,
): Promise<Pick<PublicEvent, 'id' | 'status'> | undefined> {
  const code = tidyCode(typed).toLowerCase();
  if (!SHORT_CODE.test(code)) return undefined;
  const [event] = await db.query<Pick<PublicEvent, 'id' | 'status'>>(sql`
    select id, status from events e
    where short_code = ${code}
      and (status <> 'ended'
           or exists (select from prizes where event_id = e.id)
           or exists (select from draws where event_id = e.id))`);
  return event;
}

/** Throws unless the event exists. */
export async function requireEvent(db: Db, id: string): Promise<void> {
  const count = await db.execute(sql`select from events where id = ${id}`);
  if (count === 0) throw new Problem('event-not-found');
}

export async function createEvent(
  db: Db,
  input: EventInput,
  { createdBy, defaultCountry }: { createdBy: string; defaultCountry: string },
): Promise<AdminEvent> {
  const { id } = await db.queryOne<{ id: string }>(sql`
    insert into events (name, date, location, status, total_amount_collected, roa, created_by,
                        winner_display, organiser, privacy_text, privacy_url, consent_note,
                        marketing_text, retention_days, checklist, country)
    values (${input.name}, ${input.date}, ${input.location}, ${input.status},
            ${input.totalAmountCollected}, ${input.roa}, ${createdBy}, ${input.winnerDisplay},
            ${input.organiser}, ${input.privacyText}, ${input.privacyUrl}, ${input.consentNote},
            ${input.marketingText}, ${input.retentionDays}, ${input.checklist},
            coalesce(${input.country ?? null},
                     (select country from events order by created_at desc, id limit 1),
                     ${defaultCountry}))
    returning id`);
  if (input.copyOf) await copyBelongings(db, input.copyOf, id);
  const event = await findEvent(db, id);
  if (!event) throw new Error('An event vanished as soon as it was created');
  return event;
}

/** Gives an event the sponsors and prizes of another. */
async function copyBelongings(db: Db, from: string, to: string): Promise<void> {
  await requireEvent(db, from);
  await db.execute(sql`
    insert into sponsors (event_id, name, logo, position, created_at, logo_hash, logo_bytes)
    select ${to}, name, logo, position, created_at, logo_hash, logo_bytes
    from sponsors where event_id = ${from}`);
  await db.execute(sql`
    insert into prizes (event_id, name, description, value, position, created_at)
    select ${to}, name, description, value, position, created_at
    from prizes where event_id = ${from}`);
}

export async function changeEvent(
  db: Database | Db,
  id: string,
  change: EventChange,
): Promise<Outcome<AdminEvent>> {
  const update = sql`
    update events set
      name = coalesce(${change.name ?? null}, name),
      date = coalesce(${change.date ?? null}, date),
      location = coalesce(${change.location ?? null}, location),
      status = coalesce(${change.status ?? null}, status),
      total_amount_collected =
        coalesce(${change.totalAmountCollected ?? null}, total_amount_collected),
      roa = coalesce(${change.roa ?? null}, roa),
      archived = coalesce(${change.archived ?? null}, archived),
      checklist = coalesce(${change.checklist ?? null}, checklist),
      winner_display = coalesce(${change.winnerDisplay ?? null}, winner_display),
      organiser = ${change.organiser === undefined ? sql`organiser` : change.organiser},
      privacy_text = ${change.privacyText === undefined ? sql`privacy_text` : change.privacyText},
      privacy_url = ${change.privacyUrl === undefined ? sql`privacy_url` : change.privacyUrl},
      consent_note = ${change.consentNote === undefined ? sql`consent_note` : change.consentNote},
      marketing_text =
        ${change.marketingText === undefined ? sql`marketing_text` : change.marketingText},
      retention_days =
        ${change.retentionDays === undefined ? sql`retention_days` : change.retentionDays}
    where id = ${id}`;
  const { country } = change;
  if (country === undefined) await db.execute(update);
  else {
    const refused = await inTransaction(db, async (tx) => {
      if (!(await changeCountry(tx, id, country))) return true;
      await tx.execute(update);
      return false;
    });
    if (refused) return fail('country-fixed');
  }
  const event = await findEvent(db, id);
  return event ? succeed(event) : fail('event-not-found');
}

/**
 * The same digits are a different phone in another country, so all leads get new keys. Returns false if
 * there has been a draw, because its winner could win again under a new key.
 */
async function changeCountry(tx: Db, id: string, country: string): Promise<boolean> {
  // The strongest lock: submissions wait for it, and then see the new country.
  const [event] = await tx.query<{ country: string }>(sql`
    select country from events where id = ${id} for update`);
  if (!event || event.country === country) return true;
  if ((await tx.execute(sql`select from draws where event_id = ${id} limit 1`)) > 0) return false;
  await tx.execute(sql`update events set country = ${country} where id = ${id}`);
  await derivePhoneKeys(tx, id, country);
  return true;
}

/** Everything that belongs to the event is deleted with it. */
export async function deleteEvent(
  db: Db,
  id: string,
): Promise<Outcome<Deleted & { name: string }>> {
  const [deleted] = await db.query<Deleted & { name: string }>(sql`
    delete from events where id = ${id} returning id, name`);
  return deleted ? succeed(deleted) : fail('event-not-found');
}
