import { randomBytes, randomUUID } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import {
  CODE_BYTES,
  readEntryCode,
  writeEntryCode,
} from '@drawbridge/contract/fair-draw/entry-code';
import type { LeadChannel, LeadSource } from '@drawbridge/contract/lead-values';
import type { EnteredLead, LeadInput } from '@drawbridge/contract/leads';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { comparePhone, fingerprint } from './rules.ts';

/** An entry that was submitted; `submitter` is missing if a visitor sent it. */
export interface Submission {
  lead: LeadInput;
  source: LeadSource;
  channel: LeadChannel;
  submitter?: { id: string; name: string };
}

/** The last known countries of events; every statement checks them. */
export type KnownCountries = Map<string, string>;

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

const ASSUMED_COUNTRY = 'GB';

export type Row = ReturnType<typeof toRows>[number];

export function toRows(submissions: readonly Submission[], countries: KnownCountries) {
  const ids = new Set<string>();
  return submissions.map((submission) => {
    const { lead, source, channel, submitter } = submission;
    const { id = randomUUID(), eventId, name, email, entryCode, marketing } = lead;
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
      channel,
      consentVersion: lead.consentVersion ?? null,
      marketing: marketing ?? null,
      // Empty if not known: the statement then returns the country, and the row is submitted again.
      country: country ?? '',
      submittedBy: submitter?.id ?? null,
      submitterName: submitter?.name ?? null,
      fingerprint: fingerprint(eventId, { name, email, phone: phone.phone, marketing }),
      deviceCode: entryCode !== undefined,
      code: Buffer.from((entryCode && readEntryCode(entryCode)) || randomBytes(CODE_BYTES)),
    };
  });
}

/**
 * Inserts the rows without a conflict, and returns when each of them was submitted, by id. `judgeRows` says
 * why the others are missing and must agree with this; it is separate because most batches do not need it.
 */
export async function insertRows(db: Db, rows: readonly Row[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const locked = sql`${lockedEvents(rows)}, ${lockedSubmitters(rows)}`;
  const insert = sql`
    insert into leads (id, event_id, name, email, phone, phone_typed, phone_key, phone_valid, source,
                       submitted_by, submitter_name, fingerprint, entry_code, device_code,
                       channel, consent_id, marketing)
    select incoming.id, event_id, name, email, phone, phone_typed, phone_key, phone_valid, source,
           submitted_by, submitter_name, decode(fingerprint, 'hex'), decode(code, 'hex'), device_code,
           channel, shown.consent_id,
           -- An answer counts only if the person was shown a box, and this one.
           case when marketing is not null
                and coalesce(consent_version, shown.consent_id) = shown.consent_id then (
             select marketing from consent_texts t
             where t.id = shown.consent_id and t.marketing_text is not null) end
    from ${incoming(rows)}
    join ${used(rows)} using (place)
    join event on event.id = event_id and event.country = incoming.country
    left join submitter on submitter.id = submitted_by
    cross join lateral (select ${consentId} as consent_id) shown
    where used.id_used is null and used.code_used is null
      and (submitted_by is null or submitter.id is not null)
      and (source <> 'qr' or event.status <> 'ended')
    -- Sorted, so that two batches with the same ids cannot wait for each other.
    order by incoming.id
    on conflict do nothing`;
  // Volunteers collect; an administrator who adds a lead might also verify it and draw, so that is recorded.
  const recorded = rows.some(({ channel }) => channel === 'administrator');
  const added = await db.query<{ id: string; submittedAt: string }>(
    recorded
      ? sql`
          with ${locked},
          added as (${insert} returning id, event_id, submitted_by, submitted_at, channel),
          recorded as (
            insert into audit_log (kind, actor_id, actor_name, event_id, event_name, subject_id)
            select 'lead-added', u.id, u.username, e.id, e.name, added.id
            from added join users u on u.id = submitted_by join events e on e.id = event_id
            where channel = 'administrator'
          )
          select id, submitted_at from added`
      : sql`with ${locked} ${insert} returning id, submitted_at`,
  );
  return new Map(added.map(({ id, submittedAt }) => [id, submittedAt]));
}

/**
 * The consent text that the person was shown: the one that the form names, if the event has ever shown it,
 * otherwise the event's. An administrator's form shows none.
 */
const consentId = sql`case when channel not in ('administrator', 'import') then coalesce(
             (select c.consent_id from event_consents c
              where c.event_id = event.id and c.consent_id = consent_version), event.consent_id) end`;

/** Why each row is rejected, if it is, and the country of its event. Must agree with `insertRows`. */
export async function judgeRows(db: Db, rows: readonly Row[]) {
  if (rows.length === 0) return new Map<Row, never>();
  const verdicts = await db.query<{ place: number; verdict: Verdict; country: string | null }>(sql`
    with ${lockedEvents(rows)}, ${lockedSubmitters(rows)}
    select place::int, event.country, case
        when used.id_used then 'lead-deleted'
        when submitted_by is not null and submitter.id is null then 'not-signed-in'
        when event.id is null then 'event-not-found'
        when source = 'qr' and event.status = 'ended' then 'event-ended'
        when event.country <> incoming.country then 'other-country'
        when too_short then 'phone-too-short'
        when used.code_used then 'entry-code-used'
        else 'accepted'
      end as verdict
    from ${incoming(rows)}
    join ${used(rows)} using (place)
    left join event on event.id = event_id
    left join submitter on submitter.id = submitted_by`);
  return new Map(verdicts.map((verdict) => [rows[verdict.place - 1] as Row, verdict]));
}

/** One JSON document: PostgreSQL reads it faster than an array per column. */
function incoming(rows: readonly Row[]) {
  const json = JSON.stringify(
    rows.map((row, index) => ({
      place: index + 1,
      id: row.id,
      event_id: row.eventId,
      name: row.name,
      email: row.email,
      phone: row.phone,
      phone_typed: row.phoneTyped,
      phone_key: row.phoneKey,
      phone_valid: row.phoneValid,
      too_short: row.tooShort,
      country: row.country,
      source: row.source,
      submitted_by: row.submittedBy,
      submitter_name: row.submitterName,
      fingerprint: row.fingerprint,
      code: row.code.toString('hex'),
      device_code: row.deviceCode,
      channel: row.channel,
      consent_version: row.consentVersion,
      marketing: row.marketing,
    })),
  );
  return sql`json_to_recordset(${json}) as incoming (
      place bigint, id uuid, event_id uuid, name text, email text, phone text, phone_typed text,
      phone_key text, phone_valid bool, too_short bool, country text, source text, submitted_by uuid,
      submitter_name text, fingerprint text, code text, device_code bool, channel text,
      consent_version int, marketing bool)`;
}

/** Which ids and codes belong to deleted leads or to leads that have left the event. */
function used(rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const eventIds = rows.map(({ eventId }) => eventId);
  const codes = rows.map(({ code }) => code.toString('hex'));
  return sql`used_up(${ids}::uuid[], ${eventIds}::uuid[], ${codes}::text[]) used`;
}

// Both are locked until the commit, so that neither is deleted while a row references it, and the event
// keeps its country.
function lockedEvents(rows: readonly Row[]) {
  const ids = [...new Set(rows.map(({ eventId }) => eventId))];
  return sql`event as (
      select id, status, consent_id, coalesce(country, ${ASSUMED_COUNTRY}) as country from events
      where id = any(${ids}::uuid[]) for key share
    )`;
}

function lockedSubmitters(rows: readonly Row[]) {
  const ids = [...new Set(rows.map(({ submittedBy }) => submittedBy))];
  return sql`submitter as (
      select id from users where id = any(${ids}::uuid[]) for key share
    )`;
}

/** The leads that already exist with the ids of these rows. */
export async function findKnown(
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

export async function isCodeUsed(db: Db, { eventId, code }: Row): Promise<boolean> {
  const ticket = Buffer.from(ticketOf(eventId, code));
  return (await db.execute(sql`select from leads where ticket = ${ticket}`)) > 0;
}
