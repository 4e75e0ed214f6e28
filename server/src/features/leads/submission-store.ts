import { randomBytes, randomUUID } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { ENTRY_BYTES } from '@drawbridge/contract/fair-draw/arithmetic';
import { writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import {
  ENTRIES_PER_CONTACT,
  type EnteredLead,
  type LeadInput,
  type LeadSource,
} from '@drawbridge/contract/leads';
import { type Db, violates } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { fingerprint } from './rules.ts';

/** A lead on its way in; `submitter` is missing when a visitor sent it. */
export interface Submission {
  lead: LeadInput;
  source: LeadSource;
  submitter?: { id: string; name: string };
}

/** The lead, and whether this call made it or an earlier one with the same id had. */
export interface Submitted {
  lead: EnteredLead;
  repeated: boolean;
}

type Known = Omit<EnteredLead, 'entryCode'>;

type Verdict =
  | 'accepted'
  | Extract<
      ProblemCode,
      'not-signed-in' | 'event-not-found' | 'event-ended' | 'lead-deleted' | 'too-many-entries'
    >;

/**
 * Takes in any number of leads with one statement, and judges each row on its own. The database has
 * the last word on ids that are sent twice at once: the primary key lets one of them through.
 */
export async function submitLeads(
  sql: Db,
  submissions: readonly Submission[],
): Promise<Outcome<Submitted>[]> {
  const rows = toRows(submissions);
  const verdicts = await insertRows(
    sql,
    rows.filter((row) => !row.again),
  ).catch((error) => {
    if (violates(error, 'leads_deleted')) return undefined;
    throw error;
  });
  // One of the leads was deleted under the statement, which has written nothing. The next one sees it.
  if (!verdicts) return submitLeads(sql, submissions);
  const doubtful = rows.filter((row) => !verdicts.get(row)?.submittedAt);
  const known = await findKnown(sql, doubtful);

  const outcomes: Outcome<Submitted>[] = [];
  for (const [index, row] of rows.entries()) {
    const { verdict = 'accepted', submittedAt } = verdicts.get(row) ?? {};
    const first = known.get(row.id);
    if (submittedAt) {
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
        entryCode: writeEntryCode(row.entry),
      } as const;
      outcomes.push(succeed({ lead, repeated: false }));
    } else if (first) {
      // Sent before. What has become of it since does not matter, nor what its event would say now.
      outcomes.push(
        first.fingerprint === row.fingerprint
          ? succeed({ lead: first.lead, repeated: true })
          : fail('lead-id-reused'),
      );
    } else if (verdict !== 'accepted') {
      outcomes.push(fail(verdict));
    } else if (submissions.length > 1) {
      // The first lead with this id in the batch was refused, so this one is judged by itself.
      outcomes.push(...(await submitLeads(sql, submissions.slice(index, index + 1))));
    } else {
      // Its id was there a moment ago.
      outcomes.push(fail('lead-deleted'));
    }
  }
  return outcomes;
}

type Row = ReturnType<typeof toRows>[number];

function toRows(submissions: readonly Submission[]) {
  const ids = new Set<string>();
  const entries = new Map<string, number>();
  /** How many before it in this batch have the same contact: the database cannot see them yet. */
  const countEntry = (eventId: string, contact: string) => {
    const key = `${eventId} ${contact}`;
    const before = entries.get(key) ?? 0;
    entries.set(key, before + 1);
    return before;
  };

  return submissions.map(
    ({ lead: { id = randomUUID(), eventId, name, email, phone }, source, submitter }) => {
      const again = ids.has(id);
      ids.add(id);
      const counts = source === 'qr' && !again;
      return {
        id,
        again,
        eventId,
        name,
        email,
        phone,
        source,
        submittedBy: submitter?.id ?? null,
        submitterName: submitter?.name ?? null,
        fingerprint: fingerprint(eventId, { name, email, phone }),
        entry: randomBytes(ENTRY_BYTES),
        phoneBefore: counts ? countEntry(eventId, phone) : 0,
        emailBefore: counts && email ? countEntry(eventId, email) : 0,
      };
    },
  );
}

/** The verdict on each row; those that became a lead have a time. */
async function insertRows(
  sql: Db,
  rows: readonly Row[],
): Promise<Map<Row, { verdict: Verdict; submittedAt: string | null }>> {
  const column = <K extends keyof Row>(key: K) => rows.map((row) => row[key]);
  const entries = rows.map(({ entry }) => entry.toString('hex'));
  // The limit is the visitors': who is signed in may add a contact as often as they like.
  const countedContacts = (key: 'phone' | 'email') =>
    rows.map((row) => (row.source === 'qr' ? row[key] : null));
  const distinct = (key: 'eventId' | 'submittedBy') => [...new Set(column(key))];

  const judged = await sql<{ place: number; verdict: Verdict; submittedAt: string | null }[]>`
    with incoming as (
      select *
      from unnest(
        ${column('id')}::uuid[], ${column('eventId')}::uuid[], ${column('name')}::text[],
        ${column('email')}::text[], ${column('phone')}::text[], ${column('source')}::text[],
        ${column('submittedBy')}::uuid[], ${column('submitterName')}::text[],
        ${column('fingerprint')}::text[], ${entries}::text[],
        ${column('phoneBefore')}::int[], ${column('emailBefore')}::int[]
      ) with ordinality as t (id, event_id, name, email, phone, source, submitted_by,
                              submitter_name, fingerprint, entry, phone_before, email_before, place)
    ),
    -- Held until the commit, so that neither vanishes under a row that points to it.
    event as (
      select id, status from events where id = any(${distinct('eventId')}::uuid[]) for key share
    ),
    submitter as (
      select id from users where id = any(${distinct('submittedBy')}::uuid[]) for key share
    ),
    earlier as (
      select * from earlier_entries(
        ${column('id')}::uuid[], ${column('eventId')}::uuid[],
        ${countedContacts('phone')}::text[], ${countedContacts('email')}::text[],
        ${ENTRIES_PER_CONTACT})
    ),
    judged as (
      select incoming.*, case
        when earlier.deleted then 'lead-deleted'
        when submitted_by is not null and submitter.id is null then 'not-signed-in'
        when event.id is null then 'event-not-found'
        when source = 'qr' and event.status = 'ended' then 'event-ended'
        when earlier.by_phone + phone_before >= ${ENTRIES_PER_CONTACT}
          or earlier.by_email + email_before >= ${ENTRIES_PER_CONTACT} then 'too-many-entries'
        else 'accepted'
      end as verdict
      from incoming
      join earlier using (place)
      left join event on event.id = incoming.event_id
      left join submitter on submitter.id = incoming.submitted_by
    ),
    added as (
      insert into leads (id, event_id, name, email, phone, source,
                         submitted_by, submitter_name, fingerprint, entry)
      select id, event_id, name, email, phone, source, submitted_by, submitter_name,
             decode(fingerprint, 'hex'), decode(entry, 'hex')
      from judged where verdict = 'accepted'
      -- Two batches with the same ids in other orders must not wait for each other.
      order by id
      on conflict (id) do nothing
      returning id, submitted_at
    )
    select judged.place::int, judged.verdict, added.submitted_at
    from judged left join added on added.id = judged.id`;

  return new Map(judged.map((one) => [rows[one.place - 1] as Row, one]));
}

/** What the ids of these rows already stand for. */
async function findKnown(
  sql: Db,
  rows: readonly Row[],
): Promise<Map<string, { lead: EnteredLead; fingerprint: string }>> {
  if (rows.length === 0) return new Map();
  const known = await sql<(Known & { fingerprint: string; entry: Buffer })[]>`
    select id, event_id, name, email, phone, status, source, submitted_at, entry,
           encode(fingerprint, 'hex') as fingerprint
    from leads_with_ids(${rows.map(({ id }) => id)}::uuid[])`;
  return new Map(
    known.map(({ fingerprint, entry, ...lead }) => [
      lead.id,
      { lead: { ...lead, entryCode: writeEntryCode(entry) }, fingerprint },
    ]),
  );
}
