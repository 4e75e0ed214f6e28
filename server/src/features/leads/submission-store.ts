import { randomUUID } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import {
  ENTRIES_PER_CONTACT,
  type EnteredLead,
  type LeadInput,
  type LeadSource,
} from '@drawbridge/contract/leads';
import type { Db } from '../../db/client.ts';
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

type Row = Omit<EnteredLead, 'entryCode'> & { entry: Buffer };

type Verdict =
  | 'accepted'
  | 'known'
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
  const rows = submissions.map(({ lead, source, submitter }) => ({
    id: lead.id ?? randomUUID(),
    eventId: lead.eventId,
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    source,
    submittedBy: submitter?.id ?? null,
    submitterName: submitter?.name ?? null,
    fingerprint: fingerprint(lead.eventId, lead),
  }));
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);

  const judged = await sql<(Partial<Row> & { place: number; verdict: Verdict })[]>`
    with incoming as (
      select *
      from unnest(
        ${column('id')}::uuid[], ${column('eventId')}::uuid[], ${column('name')}::text[],
        ${column('email')}::text[], ${column('phone')}::text[], ${column('source')}::text[],
        ${column('submittedBy')}::uuid[], ${column('submitterName')}::text[],
        ${column('fingerprint')}::text[]
      ) with ordinality as t (id, event_id, name, email, phone, source,
                              submitted_by, submitter_name, fingerprint, place)
    ),
    -- Held until the commit, so that neither vanishes under a row that points to it.
    event as (
      select id, status from events where id in (select event_id from incoming) for key share
    ),
    submitter as (
      select id from users where id in (select submitted_by from incoming) for key share
    ),
    judged as (
      select incoming.*, case
        -- Sent before, or twice in this very batch.
        when exists (select from leads known where known.id = incoming.id)
          or row_number() over (partition by incoming.id order by place) > 1 then 'known'
        when exists (select from deleted_leads gone where gone.id = incoming.id) then 'lead-deleted'
        when submitted_by is not null and submitter.id is null then 'not-signed-in'
        when event.id is null then 'event-not-found'
        when source = 'qr' and event.status = 'ended' then 'event-ended'
        when source = 'qr' and (
          (select count(*) from (select from leads other
            where other.event_id = incoming.event_id and other.phone = incoming.phone
              and other.source = 'qr' limit ${ENTRIES_PER_CONTACT}) few) >= ${ENTRIES_PER_CONTACT}
          or (select count(*) from (select from leads other
            where other.event_id = incoming.event_id and other.email = incoming.email
              and other.source = 'qr' limit ${ENTRIES_PER_CONTACT}) few) >= ${ENTRIES_PER_CONTACT}
        ) then 'too-many-entries'
        else 'accepted'
      end as verdict
      from incoming
      left join event on event.id = incoming.event_id
      left join submitter on submitter.id = incoming.submitted_by
    ),
    added as (
      insert into leads (id, event_id, name, email, phone, source,
                         submitted_by, submitter_name, fingerprint)
      select id, event_id, name, email, phone, source, submitted_by, submitter_name,
             decode(fingerprint, 'hex')
      from judged where verdict = 'accepted'
      -- Two batches with the same ids in other orders must not wait for each other.
      order by id
      on conflict (id) do nothing
      returning id, status, submitted_at, entry
    )
    select judged.place::int, judged.verdict, judged.id, judged.event_id, judged.name,
           judged.email, judged.phone, added.status, judged.source, added.submitted_at,
           added.entry
    from judged left join added on added.id = judged.id
    order by judged.place`;

  const outcomes = await Promise.all(
    judged.map(({ verdict, place, ...lead }, index) => {
      if (verdict !== 'accepted' && verdict !== 'known') return fail(verdict);
      if (verdict === 'accepted' && lead.status) {
        return succeed({ lead: withCode(lead as Row), repeated: false });
      }
      const row = rows[index] as (typeof rows)[number];
      return findRepeated(sql, row.id, row.fingerprint);
    }),
  );
  return settleRest(sql, submissions, outcomes);
}

/** What an id already stands for, if it was sent with the same contents then. */
async function findRepeated(
  sql: Db,
  id: string,
  sent: string,
): Promise<Outcome<Submitted> | undefined> {
  const [known] = await sql<(Row & { fingerprint: string })[]>`
    select id, event_id, name, email, phone, status, source, submitted_at, entry,
           encode(fingerprint, 'hex') as fingerprint
    from leads where id = ${id}`;
  if (!known) return undefined;
  const { fingerprint: first, ...lead } = known;
  return first === sent
    ? succeed({ lead: withCode(lead), repeated: true })
    : fail('lead-id-reused');
}

function withCode({ entry, ...lead }: Row): EnteredLead {
  return { ...lead, entryCode: writeEntryCode(entry) };
}

/**
 * Those whose id should be known and is not. The first lead with that id in this batch was refused, so
 * the next one is judged by itself; or the lead was deleted in between.
 */
async function settleRest(
  sql: Db,
  submissions: readonly Submission[],
  outcomes: (Outcome<Submitted> | undefined)[],
): Promise<Outcome<Submitted>[]> {
  if (submissions.length === 1) return outcomes.map((outcome) => outcome ?? fail('lead-deleted'));
  const settled: Outcome<Submitted>[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    settled.push(
      ...(outcome ? [outcome] : await submitLeads(sql, submissions.slice(index, index + 1))),
    );
  }
  return settled;
}
