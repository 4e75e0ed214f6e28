import {
  type ConsentText,
  PERSON_LEADS_MAX,
  type PersonData,
  type PersonQuery,
} from '@drawbridge/contract/people';
import { readPhone } from '@drawbridge/contract/phone-key';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** How a person is found: by phone keys, by e-mail, or both. */
interface Contact {
  keys: string[];
  email: string | null;
}

/** Everything that is held about a person; undefined if there is no lead with the given id. */
export async function findPerson(db: Db, query: PersonQuery): Promise<PersonData | undefined> {
  const contact =
    query.leadId === undefined
      ? await readContact(db, query.contact ?? '')
      : await contactOfLead(db, query.leadId);
  if (!contact) return undefined;
  const { total } = await db.queryOne<{ total: number }>(sql`
    select count(*)::int as total from (${leadsOf(contact)}) found`);
  const leads = await db.query<PersonData['leads'][number]>(sql`
    select l.id, json_build_object('id', e.id, 'name', e.name, 'date', e.date) as event,
           l.name, l.email, l.phone, l.phone_typed, l.status, l.source, l.submitted_at,
           l.verified_at, l.submitter_name, l.channel, l.marketing, encode(l.ticket, 'hex') as ticket,
           ${consentJson} as consent, ${drawsJson} as draws, ${auditJson} as audit
    from leads l join events e on e.id = l.event_id
    where l.id in (${leadsOf(contact)})
    order by l.submitted_at desc, l.id desc limit ${PERSON_LEADS_MAX}`);
  const accounts = await db.query<PersonData['accounts'][number]>(sql`
    select username, name, role, created_at from users
    where lower(username) = ${contact.email}`);
  return { contact: query.contact ?? null, total, leads, accounts };
}

/** All wordings that forms have shown, so that exports can say what a version was. */
export async function listConsents(db: Db): Promise<ConsentText[]> {
  return db.query<ConsentText>(sql`
    select id as version, note, organiser, privacy_text, privacy_url, marketing_text, first_shown_at
    from consent_texts order by id`);
}

/** A phone number is read in the country of each event, as it would be when it is entered there. */
async function readContact(db: Db, typed: string): Promise<Contact> {
  if (typed.includes('@')) return { keys: [], email: typed.toLowerCase().normalize('NFC') };
  const events = await db.query<{ country: string }>(sql`select distinct country from events`);
  const keys = events.map(({ country }) => readPhone(typed, country).key);
  return { keys: [...new Set(keys)], email: null };
}

async function contactOfLead(db: Db, id: string): Promise<Contact | undefined> {
  const [lead] = await db.query<{ phoneKey: string; email: string | null }>(sql`
    select phone_key, email from leads where id = ${id}`);
  return lead && { keys: [lead.phoneKey], email: lead.email };
}

function leadsOf({ keys, email }: Contact): Sql {
  return sql`
    select id from leads where phone_key = any(${keys}::text[])
    union select id from leads where email = ${email}`;
}

/** The consent text that the person of lead `l` was shown. */
const consentJson = sql`(
  select json_build_object(
    'version', t.id, 'note', t.note, 'organiser', t.organiser, 'privacyText', t.privacy_text,
    'privacyUrl', t.privacy_url, 'marketingText', t.marketing_text, 'firstShownAt', t.first_shown_at)
  from consent_texts t where t.id = l.consent_id)`;

/** The draws that lead `l` was in. */
const drawsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'number', d.number, 'prizeName', d.prize_name, 'at', d.ended_at,
    'won', coalesce(position(l.ticket in d.winner_tickets), 0) > 0,
    'forfeited', d.forfeited_by is not null) order by d.number), '[]')
  from draws d where d.event_id = l.event_id and position(l.ticket in d.tickets) > 0)`;

/** What the audit trail says of lead `l`. */
const auditJson = sql`(
  select coalesce(json_agg(json_build_object(
    'at', a.at, 'kind', a.kind, 'by', a.actor_name) order by a.at), '[]')
  from audit_log a where a.subject_id = l.id)`;
