import { brandStyles } from '@drawbridge/contract/core/brand';
import type { Deleted } from '@drawbridge/contract/core/ids';
import type { Translations } from '@drawbridge/contract/core/translations';
import { enterableStatuses } from '@drawbridge/contract/events/entering';
import {
  type AdminEvent,
  adminEvent,
  type EventChange,
  type EventInput,
  type PublicEvent,
  publicEvent,
} from '@drawbridge/contract/events/events';
import { isAsked } from '@drawbridge/contract/events/questions/answers';
import type { Audience } from '@drawbridge/contract/events/questions/kinds';
import { normaliseCode } from '@drawbridge/contract/fair-draw/entry-code';
import { type Language, languageCodes } from '@drawbridge/contract/languages/languages';
import { shortestPhone } from '@drawbridge/contract/phones/phone-key';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import { publish } from '../../core/change/publish.ts';
import { queueWebhooks } from '../../core/queue/webhook-queue.ts';
import { allowLongStatements, type Database, type Db } from '../../db/client.ts';
import { changesOf, rowOf, valuesOf } from '../../db/columns.ts';
import { hasSqlState, violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, orProblem, Problem, succeed, unwrap } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { adoptEventLanguage } from '../questions/store.ts';
import { saveConsentTexts } from './consent.ts';
import { changeCountry } from './country-store.ts';
import {
  approveErasure,
  delayErasure,
  type ErasureBefore,
  previousErasure,
  requireErasureConfirmation,
  waitingErasure,
} from './erasure-store.ts';

const SHORT_CODE = /^[0-9a-f]{6}$/;

/** The fields that are computed, not stored. */
const derived = { phoneMinLength: true, accentStyles: true } as const;
// The stored questions contain the organiser's fields. Visitors and volunteers get only the questions they are
// asked, without these fields.
const storedPublicEvent = publicEvent
  .omit(derived)
  .extend({ questions: adminEvent.shape.questions });
const storedAdminEvent = adminEvent.omit(derived);
type StoredEvent = z.infer<typeof storedPublicEvent>;

/** Adds the fields derived from the event's country and colour. */
const withDerived = <Event extends StoredEvent>(event: Event) => ({
  ...event,
  phoneMinLength: shortestPhone(event.country),
  accentStyles: event.accent && brandStyles(event.accent),
});

/** The event with the questions for an audience, in the languages that the event offers. */
function withOfferedQuestions(event: StoredEvent, audience: Audience): PublicEvent {
  const others = (event.languages ?? languageCodes).filter((code) => code !== event.language);
  const questions = event.questions
    .filter((question) => !question.archived && isAsked(question, audience))
    .map((question) => ({
      ...inLanguages(question, others),
      // Volunteers can correct earlier leads, whose answers may be archived choices.
      choices: question.choices.filter(({ archived }) => !archived || audience !== 'visitors'),
    }));
  return withDerived({ ...inLanguages(event, others), questions });
}

/** Limits the translations of an object to these languages. */
export function inLanguages<Owner extends { translations?: Translations<never> }>(
  owner: Owner,
  languages: readonly Language[],
): Owner {
  const translations = Object.entries(owner.translations ?? {}).filter(([code]) =>
    languages.includes(code as Language),
  );
  return { ...owner, translations: Object.fromEntries(translations) };
}

const computed = {
  drawClock: sql`to_char(e.draw_at at time zone e.time_zone, 'YYYY-MM-DD HH24:MI')`,
  consentVersion: sql`e.consent_id`,
};
const asPublicEvent = rowOf(storedPublicEvent, { table: 'e', computed });

/**
 * The number of an event's leads. It is read from stored counts, because counting millions of leads takes seconds.
 */
export const leadCountOf = (eventId: Sql): Sql => sql`(
  select coalesce(sum(n), 0)::int from lead_counts where kind = 'event' and event_id = ${eventId})`;

/** Counts volunteers and prizes in small indexes, and reads stored counts for leads. */
const asAdminEvent = rowOf(storedAdminEvent, {
  table: 'e',
  computed: {
    ...computed,
    erasure: waitingErasure,
    leadCount: leadCountOf(sql`e.id`),
    volunteerCount: sql`(
      select count(*)::int from volunteer_assignments a where a.event_id = e.id and not a.access_revoked)`,
    prizeCount: sql`(select count(*)::int from prizes p where p.event_id = e.id)`,
    prizesLeft: sql`(
      select count(*)::int from prizes p
      where p.event_id = e.id and p.quantity > (
        select count(*) from winners w
        where w.event_id = e.id and w.prize_id = p.id and w.forfeited_by is null))`,
  },
});

export async function listEvents(db: Db, only?: OnlyEvents): Promise<AdminEvent[]> {
  const events = await db.query(
    sql`select ${asAdminEvent.columns} from events e where ${inEvents(only, sql`e.id`)}
        order by e.date desc, e.created_at desc, e.id`,
    asAdminEvent,
  );
  return events.map(withDerived);
}

export async function listAssignedEvents(db: Db, volunteerId: string): Promise<PublicEvent[]> {
  const events = await db.query(
    sql`select ${asPublicEvent.columns}
        from events e
        join volunteer_assignments a on a.event_id = e.id
        where a.volunteer_id = ${volunteerId} and not a.access_revoked
        order by a.assigned_at, e.id`,
    asPublicEvent,
  );
  return events.map((event) => withOfferedQuestions(event, 'volunteers'));
}

export async function findEvent(db: Db, id: string): Promise<AdminEvent | undefined> {
  const [event] = await db.query(
    sql`select ${asAdminEvent.columns} from events e where e.id = ${id}`,
    asAdminEvent,
  );
  return event && withDerived(event);
}

export async function findPublicEvent(db: Db, id: string): Promise<PublicEvent | undefined> {
  const [event] = await db.query(
    sql`select ${asPublicEvent.columns} from events e where e.id = ${id}`,
    asPublicEvent,
  );
  return event && withOfferedQuestions(event, 'visitors');
}

/** SQL condition: the contract's `mayEnter` for a status. */
export const mayEnterEvent = (status: Sql): Sql => sql`${status} = any(${enterableStatuses})`;

/** Finds the event with this short code, in any spelling. The event must take entries or have a raffle to show. */
export async function findEventByShortCode(
  db: Db,
  typed: string,
): Promise<Pick<PublicEvent, 'id' | 'status'> | undefined> {
  const code = normaliseCode(typed).toLowerCase();
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

/** The version of an event's public pages, which counts their changes. Throws unless the event exists. */
export async function readLiveVersion(db: Db, id: string): Promise<string> {
  const [event] = await db.query<{ liveVersion: string }>(sql`
    select live_version from events where id = ${id}`);
  return orProblem(event, 'event-not-found').liveVersion;
}

/** The fields of a request as stored. A local draw time is converted from the event's time zone. */
function storedFields({ id: _, country: __, copyOf: ___, drawAt, ...others }: Partial<EventInput>) {
  const isEventTime = drawAt && !drawAt.endsWith('Z');
  const zone = others.timeZone ?? sql`time_zone`;
  return {
    ...others,
    drawAt: isEventTime ? sql`${drawAt}::timestamp at time zone ${zone}` : drawAt,
  };
}

/** The user or token that creates or changes an event. */
type Editor = Pick<CurrentUser, 'id' | 'scopes' | 'events'>;

const mayApproveErasure = ({ scopes, events }: Editor) => !scopes && !events;

export async function createEvent(
  db: Db,
  input: EventInput,
  { by, defaultCountry }: { by: Editor; defaultCountry: string },
): Promise<AdminEvent> {
  const { copyOf } = input;
  const original = copyOf ? orProblem(await findEvent(db, copyOf), 'event-not-found') : undefined;
  const { winnerDisplay = original?.winnerDisplay } = input;
  if (by.scopes && winnerDisplay === 'full' && original?.winnerDisplay === 'short')
    throw new Problem('publishing-needs-person');
  if (by.scopes && input.maxChances > 1) throw new Problem('chances-need-person');
  const fields = {
    ...storedFields({ timeZone: serverTimeZone(), ...brandOf(original), ...input, winnerDisplay }),
    createdBy: by.id,
    winnerDisplayChosen: winnerDisplay !== undefined,
    // Nobody has chosen others, in which the event's own texts would be missing.
    languages: input.languages === undefined ? [input.language] : input.languages,
    country: sql`coalesce(${input.country ?? null},
      (select country from events order by created_at desc, id limit 1), ${defaultCountry})`,
  };
  const id = await writeEvent(db, input, sql`insert into events ${valuesOf(fields)} returning id`);
  if (copyOf && id) {
    await copyBelongings(db, copyOf, id);
    unwrap(await adoptEventLanguage(db, id, input.language));
  }
  if (id) await db.execute(sql`insert into stages (event_id) values (${id})`);
  if (id) await saveConsentTexts(db, [id]);
  if (id && mayApproveErasure(by)) {
    await approveErasure(db, id, input, { erasureDay: null, erasureApproved: true });
  }
  const event = id && (await findEvent(db, id));
  if (!event) throw new Error('An event vanished as soon as it was created');
  return event;
}

const brandOf = (event: AdminEvent | undefined) =>
  event && { logo: event.logo, cover: event.cover, accent: event.accent };

const serverTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of an event, or the server's for all events. */
export async function findTimeZone(db: Db, id: string | undefined): Promise<string> {
  if (!id) return serverTimeZone();
  const [event] = await db.query<{ timeZone: string }>(sql`
    select time_zone from events where id = ${id}`);
  return orProblem(event, 'event-not-found').timeZone;
}

/** Writes an event and returns its id. Throws if the database rejects a value. */
async function writeEvent(
  db: Db,
  { timeZone }: Pick<EventChange, 'timeZone'>,
  statement: Sql,
): Promise<string | undefined> {
  try {
    // Node may know time zones that the database does not.
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

/** Copies the sponsors, prizes, questions and draw settings of another event. */
async function copyBelongings(db: Db, from: string, to: string): Promise<void> {
  // Questions keep their ids, so that a lead moved between the events keeps its answers. Translations of the name
  // are dropped if the copy has another name.
  await db.execute(sql`
    update events e set questions = f.questions, questions_version = f.questions_version,
      claim_minutes = f.claim_minutes, applause = f.applause,
      translations = case when e.name = f.name then f.translations
        else coalesce((select jsonb_object_agg(key, value - 'name') from jsonb_each(f.translations)), '{}') end
    from events f where f.id = ${from} and e.id = ${to}`);
  // All columns are copied except those named here. Agreements to share with a sponsor also apply to its copy.
  await db.execute(sql`
    with copied as materialized (
      select id, gen_random_uuid() as copy from sponsors where event_id = ${from}
    ),
    added as (
      insert into sponsors
      select own.* from copied join sponsors s using (id),
        jsonb_populate_record(s, jsonb_build_object('id', copy, 'event_id', ${to}::uuid)) own
    ),
    given as (
      insert into prizes
      select own.* from prizes p left join copied on copied.id = p.sponsor_id,
        jsonb_populate_record(p, jsonb_build_object(
          'id', gen_random_uuid(), 'event_id', ${to}::uuid, 'sponsor_id', copy)) own
      where p.event_id = ${from}
    )
    update events set questions = coalesce((
      select jsonb_agg(case when copy is null then question
                            else jsonb_set(question, '{sponsor,id}', to_jsonb(copy)) end order by place)
      from jsonb_array_elements(questions) with ordinality as asked (question, place)
      left join copied on id::text = question->'sponsor'->>'id'), '[]')
    where id = ${to}`);
}

/**
 * Changes an event. Tokens cannot publish full names of winners or change the chances. Only administrators with access
 * to all events approve an erasure day.
 */
export async function changeEvent(
  db: Database | Db,
  id: string,
  change: EventChange,
  by: Editor,
): Promise<Outcome<AdminEvent>> {
  const [before] = await db.query<
    Pick<AdminEvent, 'winnerDisplay' | 'timeZone' | 'maxChances'> & ErasureBefore
  >(sql`
    select winner_display, time_zone, max_chances, ${previousErasure} from events e where id = ${id} for no key update`);
  if (by.scopes && change.winnerDisplay === 'full' && before?.winnerDisplay === 'short') {
    return fail('publishing-needs-person');
  }
  const { maxChances = before?.maxChances } = change;
  if (by.scopes && maxChances !== before?.maxChances) return fail('chances-need-person');
  if (change.language) {
    const adopted = await adoptEventLanguage(db, id, change.language);
    if (!adopted.ok) return adopted;
  }
  const update = async (tx: Db) => {
    const { language, languages } = change;
    const changes = changesOf({
      ...storedFields(change),
      ...(change.winnerDisplay && { winnerDisplayChosen: true }),
      // An event that offers its own language alone goes on doing so.
      ...(language &&
        !languages &&
        languages !== null && {
          languages: sql`case when cardinality(languages) = 1 then array[${language}] else languages end`,
        }),
    });
    await writeEvent(tx, change, sql`update events set ${changes} where id = ${id} returning id`);
    await saveConsentTexts(tx, [id]);
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
  if (before && mayApproveErasure(by)) await approveErasure(db, id, change, before);
  await delayErasure(db, id);
  if (change.timeZone && change.timeZone !== before?.timeZone)
    await requireErasureConfirmation(db, id);
  if (change.archived) await db.execute(sql`delete from login_codes where event_id = ${id}`);
  const event = await findEvent(db, id);
  return event ? succeed(event) : fail('event-not-found');
}

/**
 * Deletes an event and all data that belongs to it, and removes it from the list of events of its administrators.
 */
export async function deleteEvent(
  db: Db,
  id: string,
): Promise<Outcome<Deleted & { name: string }>> {
  await allowLongStatements(db);
  // The lock blocks new entries, so that the webhooks report every deleted lead.
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

/** Approves the erasure day that the administrator has seen. Leads are erased 24 hours later at the earliest. */
export async function confirmErasure(
  tx: Db,
  eventId: string,
  confirmed: { day: string; leads: number },
): Promise<Outcome<AdminEvent>> {
  // Locked first, so that the day cannot change after the comparison.
  await tx.execute(sql`select from events where id = ${eventId} for no key update`);
  const event = await findEvent(tx, eventId);
  if (!event) return fail('event-not-found');
  if (!event.erasure || event.erasure.confirmedAt) return fail('erasure-not-waiting');
  const { day } = event.erasure;
  if (day !== confirmed.day || event.leadCount > confirmed.leads) return fail('erasure-changed');
  await tx.execute(sql`
    update events set erasure_approved_for = date + retention_days, erasure_confirmed_at = now()
    where id = ${eventId}`);
  return succeed(orProblem(await findEvent(tx, eventId), 'event-not-found'));
}
