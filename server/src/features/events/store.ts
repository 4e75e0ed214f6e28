import { brandStyles } from '@drawbridge/contract/brand';
import type { AdminEvent, EventChange, EventInput, PublicEvent } from '@drawbridge/contract/events';
import { tidyCode } from '@drawbridge/contract/fair-draw/entry-code';
import { enterableStatuses } from '@drawbridge/contract/form-rules';
import type { Deleted } from '@drawbridge/contract/ids';
import { type Language, languageCodes } from '@drawbridge/contract/languages';
import { shortestPhone } from '@drawbridge/contract/phones/phone-key';
import { isAsked } from '@drawbridge/contract/questions/answers';
import type { Audience } from '@drawbridge/contract/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import type { Translations } from '@drawbridge/contract/translations';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { allowLongStatements, type Database, type Db } from '../../db/client.ts';
import { hasSqlState, violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, found, type Outcome, Problem, succeed, unwrap } from '../../errors.ts';
import type { SignedInUser } from '../../plugins/session.ts';
import { inEvents, type OnlyEvents } from '../access.ts';
import { keepConsents } from '../consent.ts';
import { publish } from '../publish.ts';
import { takeOwnLanguage } from '../questions/store.ts';
import { queueWebhooks } from '../webhook-queue.ts';
import { changeCountry } from './country-store.ts';
import {
  agreeToErasure,
  askAboutErasure,
  type ErasureBefore,
  erasureBefore,
  postponeErasure,
  waitingErasure,
} from './erasure-store.ts';

const SHORT_CODE = /^[0-9a-f]{6}$/;

type Stored<Event> = Omit<Event, 'phoneMinLength' | 'accentStyles'>;

/** Adds what follows from the event's country and its colour. */
const withDerived = <Event extends Stored<PublicEvent>>(event: Event) => ({
  ...event,
  phoneMinLength: shortestPhone(event.country),
  accentStyles: event.accent && brandStyles(event.accent),
});

/** The event with the questions that are asked of some people, in the languages that it offers. */
function asked(event: Stored<PublicEvent>, audience: Audience): PublicEvent {
  const others = (event.languages ?? languageCodes).filter((code) => code !== event.language);
  const questions = (event.questions as AdminQuestion[])
    .filter((question) => !question.archived && isAsked(question, audience))
    .map((question) => ({
      ...inLanguages(question, others),
      // Volunteers may correct earlier leads, which still have what is no longer offered.
      choices: question.choices.filter(({ archived }) => !archived || audience !== 'visitors'),
    }));
  return withDerived({ ...inLanguages(event, others), questions });
}

/** Something with its translations into these languages alone. */
export function inLanguages<Owner extends { translations?: Translations<never> }>(
  owner: Owner,
  languages: readonly Language[],
): Owner {
  const kept = Object.entries(owner.translations ?? {}).filter(([code]) =>
    languages.includes(code as Language),
  );
  return { ...owner, translations: Object.fromEntries(kept) };
}

const publicColumns = sql`
    e.id, e.name, e.date, e.location, e.status, e.draw_at, e.time_zone,
    to_char(e.draw_at at time zone e.time_zone, 'YYYY-MM-DD HH24:MI') as draw_clock,
    e.short_code, e.country, e.language,
    e.languages, e.translations, e.organiser, e.privacy_text,
    e.privacy_url, e.consent_note, e.marketing_text, e.receipts, e.logo, e.cover, e.accent, e.consent_id as consent_version, e.questions,
    e.questions_version`;

/** How many leads an event has. The database keeps the counts, because counting millions of leads takes seconds. */
export const leadCountOf = (eventId: Sql): Sql => sql`(
  select coalesce(sum(n), 0)::int from lead_counts where kind = 'event' and event_id = ${eventId})`;

/** Volunteers and prizes are counted in small indexes, and leads are counted already. */
const selectAdminEvents = sql`
    select ${publicColumns}, e.total_amount_collected, e.roa, e.currency,
           e.created_at, e.created_by, e.winner_display, e.suspense, e.retention_days, e.max_chances,
           ${waitingErasure} as erasure, e.archived, e.sample, e.checklist,
           ${leadCountOf(sql`e.id`)} as lead_count,
           (select count(*)::int from volunteer_assignments a
             where a.event_id = e.id and not a.access_revoked) as volunteer_count,
           (select count(*)::int from prizes p where p.event_id = e.id) as prize_count
    from events e`;

export async function listEvents(db: Db, only?: OnlyEvents): Promise<AdminEvent[]> {
  const events = await db.query<Stored<AdminEvent>>(sql`
    ${selectAdminEvents} where ${inEvents(only, sql`e.id`)}
    order by e.date desc, e.created_at desc, e.id`);
  return events.map(withDerived);
}

export async function listAssignedEvents(db: Db, volunteerId: string): Promise<PublicEvent[]> {
  const events = await db.query<Stored<PublicEvent>>(sql`
    select ${publicColumns}
    from events e
    join volunteer_assignments a on a.event_id = e.id
    where a.volunteer_id = ${volunteerId} and not a.access_revoked
    order by a.assigned_at, e.id`);
  return events.map((event) => asked(event, 'volunteers'));
}

export async function findEvent(db: Db, id: string): Promise<AdminEvent | undefined> {
  const [event] = await db.query<Stored<AdminEvent>>(sql`${selectAdminEvents} where e.id = ${id}`);
  return event && withDerived(event);
}

export async function findPublicEvent(db: Db, id: string): Promise<PublicEvent | undefined> {
  const [event] = await db.query<Stored<PublicEvent>>(sql`
    select ${publicColumns} from events e where e.id = ${id}`);
  return event && asked(event, 'visitors');
}

/** The contract's `mayEnter` in a statement. */
export const mayEnterEvent = (status: Sql): Sql => sql`${status} = any(${enterableStatuses})`;

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
      and (${mayEnterEvent(sql`status`)}
           or exists (select from prizes where event_id = e.id)
           or exists (select from records where event_id = e.id))`);
  return event;
}

/** Throws unless the event exists. */
export async function requireEvent(db: Db, id: string): Promise<void> {
  const count = await db.execute(sql`select from events where id = ${id}`);
  if (count === 0) throw new Problem('event-not-found');
}

/** The number of changes to what an event's public pages show. Throws unless the event exists. */
export async function readLiveVersion(db: Db, id: string): Promise<string> {
  const [event] = await db.query<{ liveVersion: string }>(sql`
    select live_version from events where id = ${id}`);
  return found(event, 'event-not-found').liveVersion;
}

/** The columns that a request sets; they have the names of its fields, which are those of the contract alone. */
function columnsOf({
  country: _,
  drawAt,
  ...others
}: Partial<EventInput>): [column: Sql, value: unknown][] {
  const byClock = drawAt && !drawAt.endsWith('Z');
  const fields = {
    ...others,
    drawAt: byClock
      ? sql`${drawAt}::timestamp at time zone ${others.timeZone ?? sql`time_zone`}`
      : drawAt,
  };
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined || field === 'id' || field === 'copyOf'
      ? []
      : [[raw(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)), value]],
  );
}

/** Whoever creates or changes an event. */
type Editor = Pick<SignedInUser, 'id' | 'scopes' | 'events'>;

const mayAgree = ({ scopes, events }: Editor) => !scopes && !events;

export async function createEvent(
  db: Db,
  input: EventInput,
  { by, defaultCountry }: { by: Editor; defaultCountry: string },
): Promise<AdminEvent> {
  const { copyOf } = input;
  const original = copyOf ? found(await findEvent(db, copyOf), 'event-not-found') : undefined;
  const { winnerDisplay = original?.winnerDisplay } = input;
  if (by.scopes && winnerDisplay === 'full' && original?.winnerDisplay === 'short')
    throw new Problem('publishing-needs-person');
  const columns = columnsOf({
    timeZone: serverTimeZone(),
    ...brandOf(original),
    ...input,
    winnerDisplay,
  });
  const id = await writeEvent(
    db,
    input,
    sql`
    insert into events (created_by, country, ${join(columns.map(([column]) => column))})
    values (${by.id},
            coalesce(${input.country ?? null},
                     (select country from events order by created_at desc, id limit 1),
                     ${defaultCountry}),
            ${join(columns.map(([, value]) => value))})
    returning id`,
  );
  if (copyOf && id) {
    await copyBelongings(db, copyOf, id);
    unwrap(await takeOwnLanguage(db, id, input.language));
  }
  if (id) await db.execute(sql`insert into stages (event_id) values (${id})`);
  if (id) await keepConsents(db, [id]);
  if (id && mayAgree(by)) {
    await agreeToErasure(db, id, input, { erasureDay: null, erasureApproved: true });
  }
  const event = id && (await findEvent(db, id));
  if (!event) throw new Error('An event vanished as soon as it was created');
  return event;
}

const brandOf = (event: AdminEvent | undefined) =>
  event && { logo: event.logo, cover: event.cover, accent: event.accent };

const serverTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where the days of an event begin and end, or those of the server for all events. */
export async function findTimeZone(db: Db, id: string | undefined): Promise<string> {
  if (!id) return serverTimeZone();
  const [event] = await db.query<{ timeZone: string }>(sql`
    select time_zone from events where id = ${id}`);
  return found(event, 'event-not-found').timeZone;
}

/** Writes an event and returns its id, unless the database refuses one of the values. */
async function writeEvent(
  db: Db,
  { timeZone }: Pick<EventChange, 'timeZone'>,
  statement: Sql,
): Promise<string | undefined> {
  try {
    // Node may know zones that the database does not.
    if (timeZone) await db.execute(sql`select now() at time zone ${timeZone}`);
    const [written] = await db.query<{ id: string }>(statement);
    return written?.id;
  } catch (error) {
    if (violates(error, 'events_sealed')) throw new Problem('draw-sealed');
    if (violates(error, 'events_language_offered')) throw new Problem('language-not-offered');
    if (hasSqlState(error, '22023')) throw new Problem('time-zone-unknown');
    throw error;
  }
}

/** Gives an event the sponsors, prizes and questions of another, and how it shows its draws. */
async function copyBelongings(db: Db, from: string, to: string): Promise<void> {
  // With the same ids, so that a lead that is moved between the two keeps its answers. Another name is not translated.
  await db.execute(sql`
    update events e set questions = f.questions, questions_version = f.questions_version,
      claim_minutes = f.claim_minutes, applause = f.applause,
      translations = case when e.name = f.name then f.translations
        else coalesce((select jsonb_object_agg(key, value - 'name') from jsonb_each(f.translations)), '{}') end
    from events f where f.id = ${from} and e.id = ${to}`);
  // What people share with a sponsor there, they share with its copy here.
  await db.execute(sql`
    with copied as materialized (
      select s.*, gen_random_uuid() as copy from sponsors s where event_id = ${from}
    ),
    added as (
      insert into sponsors (id, event_id, name, logo, position, created_at, logo_hash, logo_bytes)
      select copy, ${to}, name, logo, position, created_at, logo_hash, logo_bytes from copied
    ),
    given as (
      insert into prizes (event_id, name, description, value, note, sponsor_id, picture, quantity, position, created_at,
                          translations)
      select ${to}, p.name, description, value, note, copy, picture, quantity, p.position, p.created_at, translations
      from prizes p left join copied on copied.id = p.sponsor_id where p.event_id = ${from}
    )
    update events set questions = coalesce((
      select jsonb_agg(case when copy is null then question
                            else jsonb_set(question, '{sponsor,id}', to_jsonb(copy)) end order by place)
      from jsonb_array_elements(questions) with ordinality as asked (question, place)
      left join copied on id::text = question->'sponsor'->>'id'), '[]')
    where id = ${to}`);
}

/** Programs publish no winners, and only administrators of all events agree to a day of erasure. */
export async function changeEvent(
  db: Database | Db,
  id: string,
  change: EventChange,
  by: Editor,
): Promise<Outcome<AdminEvent>> {
  const columns = columnsOf(change);
  const [before] = await db.query<{ winnerDisplay: string; timeZone: string } & ErasureBefore>(sql`
    select winner_display, time_zone, ${erasureBefore} from events e where id = ${id} for no key update`);
  if (by.scopes && change.winnerDisplay === 'full' && before?.winnerDisplay === 'short') {
    return fail('publishing-needs-person');
  }
  if (change.language) {
    const taken = await takeOwnLanguage(db, id, change.language);
    if (!taken.ok) return taken;
  }
  const update = async (tx: Db) => {
    if (columns.length === 0) return;
    const set = columns.map(([column, value]) => sql`${column} = ${value}`);
    await writeEvent(tx, change, sql`update events set ${join(set)} where id = ${id} returning id`);
    await keepConsents(tx, [id]);
  };
  const { country } = change;
  if (country === undefined) await update(db);
  else {
    const refused = await inTransaction(db, async (tx) => {
      if (!(await changeCountry(tx, id, country))) return true;
      await update(tx);
      return false;
    });
    if (refused) return fail('country-fixed');
  }
  if (before && mayAgree(by)) await agreeToErasure(db, id, change, before);
  await postponeErasure(db, id);
  if (change.timeZone && change.timeZone !== before?.timeZone) await askAboutErasure(db, id);
  if (change.archived) await db.execute(sql`delete from login_codes where event_id = ${id}`);
  const event = await findEvent(db, id);
  return event ? succeed(event) : fail('event-not-found');
}

/** Everything that belongs to the event is deleted with it. Its organisers keep their other events, if there are any. */
export async function deleteEvent(
  db: Db,
  id: string,
): Promise<Outcome<Deleted & { name: string }>> {
  await allowLongStatements(db);
  // From here on nobody enters, so that all leads are told of.
  await db.execute(sql`select from events where id = ${id} for update`);
  const leads = sql`select event_id, array_agg(id) as ids from leads where event_id = ${id} group by 1`;
  await db.execute(queueWebhooks('lead.deleted', leads, sql`w.event_id is null`));
  const [deleted] = await db.query<Deleted & { name: string }>(sql`
    delete from events where id = ${id} returning id, name`);
  await db.execute(sql`
    update users set only_events = array_remove(only_events, ${id})
    where role = 'admin' and ${id} = any(only_events)`);
  if (!deleted) return fail('event-not-found');
  await publish(db, 'event deleted', { eventIds: [id] });
  return succeed(deleted);
}

/** Agrees to the day that somebody has seen, and has the leads erased a day later at the earliest. */
export async function confirmErasure(
  tx: Db,
  eventId: string,
  seen: { day: string; leads: number },
): Promise<Outcome<AdminEvent>> {
  // Locked first, so that the day stays as it is compared.
  await tx.execute(sql`select from events where id = ${eventId} for no key update`);
  const event = await findEvent(tx, eventId);
  if (!event) return fail('event-not-found');
  if (!event.erasure || event.erasure.confirmedAt) return fail('erasure-not-waiting');
  const { day } = event.erasure;
  if (day !== seen.day || event.leadCount > seen.leads) return fail('erasure-changed');
  await tx.execute(sql`
    update events set erasure_approved_for = date + retention_days, erasure_confirmed_at = now()
    where id = ${eventId}`);
  return succeed(found(await findEvent(tx, eventId), 'event-not-found'));
}
