import {
  type ConsentText,
  consentText,
  PERSON_LEADS_MAX,
  type PersonData,
  type PersonExport,
  type PersonQuery,
} from '@drawbridge/contract/collecting/personal-data';
import { normaliseEmail } from '@drawbridge/contract/core/inputs/form-rules';
import { readPhone } from '@drawbridge/contract/phones/phone-key';
import sql, { type Sql } from 'sql-template-tag';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { readStoredLeads } from '../leads/stored-lead-store.ts';

/** The contact to search for: phone keys, each with the country it was read in, an e-mail address, or both. */
interface Contact {
  numbers: { key: string; country: string }[];
  email: string | null;
}

/** All stored data about a person, newest leads first. */
export async function findPerson(
  db: Db,
  query: PersonQuery,
  only: OnlyEvents,
): Promise<Outcome<PersonData>> {
  const read =
    query.leadId === undefined
      ? await readContact(db, query.contact ?? '', only)
      : await contactOfLead(db, query.leadId);
  if (!read.ok) return read;
  const { email } = read.value;
  const matches = await db.query<{ id: string; total: number }>(sql`
    select l.id, count(*) over ()::int as total from leads l
    where l.id in (${leadsOf(read.value)}) and ${inEvents(only)}
    order by l.submitted_at desc, l.id desc limit ${PERSON_LEADS_MAX}`);
  const leadIds = matches.map(({ id }) => id);
  const usernames = email === null ? [] : [email];
  const stored = await readStoredData(db, { leadIds, usernames }, only);
  return succeed({ contact: query.contact ?? null, total: matches[0]?.total ?? 0, ...stored });
}

/**
 * The given leads and accounts, with all data that refers to them. Accounts belong to no event, so users limited to
 * events get none.
 */
export async function readStoredData(
  db: Db,
  { leadIds, usernames }: PersonExport,
  only: OnlyEvents,
): Promise<Pick<PersonData, 'leads' | 'accounts'>> {
  const accounts = await db.query<PersonData['accounts'][number]>(sql`
    select username, name, role, created_at from users
    where lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])
      and ${only ? sql`false` : sql`true`}`);
  return { leads: await readStoredLeads(db, leadIds), accounts };
}

/** All consent texts that forms have shown, so that an export can explain the version of a lead. */
export async function listConsents(db: Db, only: OnlyEvents): Promise<ConsentText[]> {
  const isVisible = sql`id in (select consent_id from event_consents where ${inEvents(only)})`;
  return db.query(
    sql`
    select id as version, note, organiser, privacy_text, privacy_url, marketing_text, first_shown_at
    from consent_texts where ${only ? isVisible : sql`true`} order by id`,
    { row: consentText },
  );
}

/**
 * Reads a phone number in the country of each event, as if it were entered there. The same digits can be different
 * numbers in two countries, and only the country code distinguishes them.
 */
async function readContact(db: Db, typed: string, only: OnlyEvents): Promise<Outcome<Contact>> {
  if (typed.includes('@')) {
    return succeed({ numbers: [], email: normaliseEmail(typed) });
  }
  const events = await db.query<{ country: string }>(sql`
    select distinct country from events where ${inEvents(only, sql`id`)}`);
  const numbers = events.map(({ country }) => ({ key: readPhone(typed, country).key, country }));
  const complete = numbers.map(({ key }) => key).filter((key) => key.startsWith('+'));
  return new Set(complete).size > 1
    ? fail('country-code-missing')
    : succeed({ numbers, email: null });
}

async function contactOfLead(db: Db, id: string): Promise<Outcome<Contact>> {
  const [lead] = await db.query<{ key: string; country: string; email: string | null }>(sql`
    select l.phone_key as key, e.country, l.email
    from leads l join events e on e.id = l.event_id where l.id = ${id}`);
  return lead ? succeed({ numbers: [lead], email: lead.email }) : fail('lead-not-found');
}

/**
 * Selects the leads of a contact. Numbers without a country code match only in events of the country they were read
 * in.
 */
function leadsOf({ numbers, email }: Contact): Sql {
  return sql`
    select l.id from json_to_recordset(${JSON.stringify(numbers)}) as n (key text, country text)
    join leads l on l.phone_key = n.key join events e on e.id = l.event_id
    where n.key like '+%' or e.country = n.country
    union select id from leads where email = ${email}`;
}
