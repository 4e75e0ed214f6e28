import { randomBytes, randomUUID } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import {
  CODE_BYTES,
  readEntryCode,
  writeEntryCode,
} from '@drawbridge/contract/fair-draw/entry-code';
import type { EnteredLead, LeadInput, LeadSource } from '@drawbridge/contract/leads';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { comparePhone, fingerprint } from './rules.ts';

/** An entry that was submitted; `submitter` is missing if a visitor sent it. */
export interface Submission {
  lead: LeadInput;
  source: LeadSource;
  submitter?: { id: string; name: string };
}

/** The lead, and whether an earlier submission with the same id had already created it. */
export interface Submitted {
  lead: EnteredLead;
  repeated: boolean;
}

type Known = Omit<EnteredLead, 'entryCode'>;

type Verdict =
  | 'accepted'
  /** The event's country, by which its phones are compared, is not the one we assumed. */
  | 'other-country'
  | Extract<
      ProblemCode,
      | 'not-signed-in'
      | 'event-not-found'
      | 'event-ended'
      | 'lead-deleted'
      | 'entry-code-used'
      | 'phone-too-short'
    >;

/** The last known countries of events; every statement checks them. */
export type KnownCountries = Map<string, string>;

const ASSUMED_COUNTRY = 'GB';

/** More than the number of events that take entries at the same time. */
const COUNTRIES_MAX = 10_000;

/**
 * Inserts any number of leads with one statement, with a separate verdict for each row. If an id or an
 * entry code is submitted twice at once, the database accepts one of them.
 */
export async function submitLeads(
  db: Db,
  submissions: readonly Submission[],
  countries: KnownCountries,
): Promise<Outcome<Submitted>[]> {
  const rows = toRows(submissions, countries);
  const verdicts = await insertRows(
    db,
    rows.filter((row) => !row.repeatedId),
  ).catch((error) => {
    if (violates(error, 'leads_deleted')) return undefined;
    throw error;
  });
  // A lead was deleted while the statement ran, so nothing was written. The next statement sees that.
  if (!verdicts) return submitLeads(db, submissions, countries);
  for (const [{ eventId }, { country }] of verdicts) {
    if (countries.size > COUNTRIES_MAX) countries.clear();
    if (country) countries.set(eventId, country);
  }
  const otherCountry = rows.filter((row) => verdicts.get(row)?.verdict === 'other-country');
  const resubmitted = await resubmit(db, otherCountry, countries);
  const unresolved = rows.filter((row) => !verdicts.get(row)?.submittedAt);
  const known = await findKnown(db, unresolved);

  const outcomes: Outcome<Submitted>[] = [];
  for (const [index, row] of rows.entries()) {
    const { verdict = 'accepted', submittedAt } = verdicts.get(row) ?? {};
    const first = known.get(row.id);
    const secondOutcome = resubmitted.get(row);
    if (secondOutcome) {
      outcomes.push(secondOutcome);
    } else if (submittedAt) {
      const { id, eventId, name, email, phone, source } = row;
      const lead = {
        id,
        eventId,
        name,
        email,
        phone,
        status: 'pending',
        source,
        submittedAt,
        entryCode: writeEntryCode(row.code),
      } as const;
      outcomes.push(succeed({ lead, repeated: false }));
    } else if (first) {
      // A repeated submission gets the same lead, whatever has changed in it or its event since. A code
      // that a device has made is returned only to a client that knows it.
      const sameCode =
        first.lead.entryCode === writeEntryCode(row.code) || !(first.deviceCode || row.deviceCode);
      const same = first.fingerprint === row.fingerprint && sameCode;
      outcomes.push(same ? succeed({ lead: first.lead, repeated: true }) : fail('lead-id-reused'));
    } else if (verdict !== 'accepted' && verdict !== 'other-country') {
      outcomes.push(fail(verdict === 'phone-too-short' && row.problem ? row.problem : verdict));
    } else if (submissions.length > 1) {
      // The first submission with this id in the batch was refused, so this one is submitted alone.
      const alone = submissions.slice(index, index + 1);
      outcomes.push(...(await submitLeads(db, alone, countries)));
    } else {
      outcomes.push(fail(await whyNotAdded(db, row)));
    }
  }
  return outcomes;
}

/** Submits the rows again whose event turned out to be in another country. */
async function resubmit(
  db: Db,
  rows: readonly Row[],
  countries: KnownCountries,
): Promise<Map<Row, Outcome<Submitted>>> {
  if (rows.length === 0) return new Map();
  const submissions = rows.map(({ submission }) => submission);
  const outcomes = await submitLeads(db, submissions, countries);
  return new Map(rows.map((row, index) => [row, outcomes[index] as Outcome<Submitted>]));
}

/** Why a row was neither refused nor added: its entry code is taken, or its lead was just deleted. */
async function whyNotAdded(db: Db, { eventId, code }: Row): Promise<ProblemCode> {
  const ticket = Buffer.from(ticketOf(eventId, code));
  const taken = await db.execute(sql`select from leads where ticket = ${ticket}`);
  return taken > 0 ? 'entry-code-used' : 'lead-deleted';
}

type Row = ReturnType<typeof toRows>[number];

function toRows(submissions: readonly Submission[], countries: KnownCountries) {
  const ids = new Set<string>();
  return submissions.map((submission) => {
    const { lead, source, submitter } = submission;
    const { id = randomUUID(), eventId, name, email, entryCode } = lead;
    const repeatedId = ids.has(id);
    ids.add(id);
    const country = countries.get(eventId);
    const phone = comparePhone(lead.phone, country ?? ASSUMED_COUNTRY);
    return {
      submission,
      id,
      repeatedId,
      eventId,
      name,
      email,
      ...phone,
      source,
      // Empty if not known: the statement then returns the country, and the row is submitted again.
      country: country ?? '',
      submittedBy: submitter?.id ?? null,
      submitterName: submitter?.name ?? null,
      fingerprint: fingerprint(eventId, { name, email, phone: phone.phone }),
      deviceCode: entryCode !== undefined,
      code: Buffer.from((entryCode && readEntryCode(entryCode)) || randomBytes(CODE_BYTES)),
    };
  });
}

/** The verdict on each row; rows that became a lead have a time. */
async function insertRows(db: Db, rows: readonly Row[]) {
  const column = <K extends keyof Row>(key: K) => rows.map((row) => row[key]);
  const codes = rows.map(({ code }) => code.toString('hex'));
  const distinct = (key: 'eventId' | 'submittedBy') => [...new Set(column(key))];

  const verdicts = await db.query<{
    place: number;
    verdict: Verdict;
    country: string | null;
    submittedAt: string | null;
  }>(sql`
    with incoming as (
      select *
      from unnest(
        ${column('id')}::uuid[], ${column('eventId')}::uuid[], ${column('name')}::text[],
        ${column('email')}::text[], ${column('phone')}::text[], ${column('phoneTyped')}::text[],
        ${column('phoneKey')}::text[], ${column('phoneValid')}::bool[],
        ${column('tooShort')}::bool[], ${column('country')}::text[],
        ${column('source')}::text[], ${column('submittedBy')}::uuid[],
        ${column('submitterName')}::text[], ${column('fingerprint')}::text[], ${codes}::text[],
        ${column('deviceCode')}::bool[]
      ) with ordinality as t (id, event_id, name, email, phone, phone_typed, phone_key, phone_valid,
                              too_short,
                              country, source, submitted_by, submitter_name, fingerprint, code, device_code,
                              place)
    ),
    -- Locked until the commit, so that neither is deleted while a row references it, and the event keeps
    -- its country.
    event as (
      select id, status, country from events
      where id = any(${distinct('eventId')}::uuid[]) for key share
    ),
    submitter as (
      select id from users where id = any(${distinct('submittedBy')}::uuid[]) for key share
    ),
    used as (
      select * from used_up(${column('id')}::uuid[], ${column('eventId')}::uuid[], ${codes}::text[])
    ),
    checked as (
      select incoming.*, event.country as event_country, case
        when used.id_used then 'lead-deleted'
        when submitted_by is not null and submitter.id is null then 'not-signed-in'
        when event.id is null then 'event-not-found'
        when source = 'qr' and event.status = 'ended' then 'event-ended'
        when event.country <> incoming.country then 'other-country'
        when too_short then 'phone-too-short'
        when used.code_used then 'entry-code-used'
        else 'accepted'
      end as verdict
      from incoming
      join used using (place)
      left join event on event.id = incoming.event_id
      left join submitter on submitter.id = incoming.submitted_by
    ),
    added as (
      insert into leads (id, event_id, name, email, phone, phone_typed, phone_key, phone_valid, source,
                         submitted_by, submitter_name, fingerprint, entry_code, device_code)
      select id, event_id, name, email, phone, phone_typed, phone_key, phone_valid, source,
             submitted_by,
             submitter_name, decode(fingerprint, 'hex'), decode(code, 'hex'), device_code
      from checked where verdict = 'accepted'
      -- Sorted, so that two batches with the same ids cannot wait for each other.
      order by id
      on conflict do nothing
      returning id, submitted_at
    )
    select checked.place::int, checked.verdict, checked.event_country as country, added.submitted_at
    from checked left join added on added.id = checked.id`);

  return new Map(verdicts.map((verdict) => [rows[verdict.place - 1] as Row, verdict]));
}

/** The leads that already exist with the ids of these rows. */
async function findKnown(
  db: Db,
  rows: readonly Row[],
): Promise<Map<string, { lead: EnteredLead; fingerprint: string; deviceCode: boolean }>> {
  if (rows.length === 0) return new Map();
  const known = await db.query<
    Known & { fingerprint: string; entryCode: Buffer; deviceCode: boolean }
  >(sql`
    select id, event_id, name, email, phone, status, source, submitted_at, entry_code, device_code,
           encode(fingerprint, 'hex') as fingerprint
    from leads_with_ids(${rows.map(({ id }) => id)}::uuid[])`);
  return new Map(
    known.map(({ fingerprint, entryCode, deviceCode, ...lead }) => [
      lead.id,
      { lead: { ...lead, entryCode: writeEntryCode(entryCode) }, fingerprint, deviceCode },
    ]),
  );
}
