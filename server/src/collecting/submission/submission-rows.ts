import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { EnteredLead, LeadInput } from '@drawbridge/contract/collecting/leads';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { LeadChannel, LeadSource } from '@drawbridge/contract/events/lead-sources';
import {
  CODE_BYTES,
  readEntryCode,
  writeEntryCode,
} from '@drawbridge/contract/fair-draw/entry-code';
import { ticketBytes } from '@drawbridge/contract/fair-draw/tickets';
import sql, { empty, type Sql } from 'sql-template-tag';
import { idsByEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import type { Db } from '../../db/client.ts';
import { mayEnterEvent } from '../../events/events/store.ts';
import { upcoming } from '../../raffle/draws/store.ts';
import {
  columnNames,
  contactColumnsSql,
  personColumns,
  rowsFromJson,
} from '../leads/contact-columns.ts';
import { type EventRules, fingerprint, readPerson } from '../leads/rules.ts';

/** A submitted entry. `submitter` is missing if a visitor sent it. */
export interface Submission {
  lead: LeadInput;
  source: LeadSource;
  channel: LeadChannel;
  submitter?: { id: string; name: string; program?: boolean };
  /** The lead's code if the device has not created one. */
  code?: Buffer | undefined;
  /** The client's address, for limiting receipts. */
  sender?: string | undefined;
}

/** The rules of an event, and the secret from which its commitments are derived. */
interface KnownEvent extends EventRules {
  drawSecret: string;
  /** The commitment in the last response. */
  upcoming?: Upcoming;
}
type Upcoming = ReturnType<typeof upcoming>;

/** The last known rules of events. Every statement checks that they are still current. */
export type KnownRules = Map<string, KnownEvent>;

/**
 * The number of the next record when the lead was stored, and its commitment. Every register from that record on
 * must contain the lead's ticket.
 */
export function findUpcoming(
  known: KnownRules,
  eventId: string,
  lastRecord: number,
): Upcoming | undefined {
  const event = known.get(eventId);
  if (!event) return undefined;
  if (event.upcoming?.nextNumber !== lastRecord + 1) {
    event.upcoming = upcoming(Buffer.from(event.drawSecret, 'hex'), eventId, lastRecord + 1);
  }
  return event.upcoming;
}

type Known = Omit<EnteredLead, 'entryCode' | 'ticket' | keyof Upcoming>;

type Verdict =
  | 'accepted'
  /** The event's country or questions have changed since they were cached. */
  | 'other-rules'
  /** The entry has a problem under the current rules. */
  | 'refused'
  | Extract<
      ProblemCode,
      'not-signed-in' | 'event-not-found' | 'event-ended' | 'lead-deleted' | 'entry-code-used'
    >;

const ASSUMED_RULES: EventRules = { country: 'GB', questions: [], questionsVersion: 0 };

export type Row = ReturnType<typeof toRows>[number];

export function toRows(submissions: readonly Submission[], known: KnownRules) {
  const ids = new Set<string>();
  return submissions.map((submission) => {
    const { lead, source, channel, submitter, code: pageCode } = submission;
    const { id = randomUUID(), eventId, entryCode, marketing } = lead;
    const repeatedId = ids.has(id);
    ids.add(id);
    const rules = known.get(eventId);
    const person = readPerson(lead, rules ?? ASSUMED_RULES, channel, submitter?.program);
    const ownCode = entryCode && readEntryCode(entryCode);
    const code = Buffer.from(ownCode || (pageCode ?? randomBytes(CODE_BYTES)));
    return {
      submission,
      repeatedId,
      problem: person.problem,
      hasRules: rules !== undefined,
      code,
      sent: { id, eventId, answers: person.answers, source, ...person.contact },
      // Spread last, which is many times as fast in V8 as adding properties after it.
      columns: {
        id,
        event_id: eventId,
        source,
        channel,
        submitted_by: submitter?.id,
        submitter_name: submitter?.name,
        device_code: entryCode !== undefined,
        language: lead.language,
        fingerprint: fingerprint(eventId, person, marketing),
        code: code.toString('hex'),
        consent_version: lead.consentVersion,
        marketing,
        // Leads of volunteers and visitors start with one chance.
        chances: channel === 'administrator' ? (lead.chances ?? 1) : 1,
        refused: person.problem !== undefined,
        // Unknown rules match no event: the statement then returns the rules, and the row is submitted again.
        country: rules?.country ?? '',
        questions_version: rules?.questionsVersion ?? 0,
        ...person.columns,
      },
    };
  });
}

/** The columns that are stored unchanged, with their types. */
const storedColumns = {
  id: 'uuid',
  event_id: 'uuid',
  ...personColumns,
  source: 'text',
  channel: 'text',
  submitted_by: 'uuid',
  submitter_name: 'text',
  device_code: 'bool',
  language: 'text',
  chances: 'int',
};
const incomingColumns = {
  place: 'bigint',
  ...storedColumns,
  fingerprint: 'text',
  code: 'text',
  consent_version: 'int',
  marketing: 'bool',
  refused: 'bool',
  country: 'text',
  questions_version: 'int',
};
const stored = columnNames(Object.keys(storedColumns));
const incomingStored = columnNames(Object.keys(storedColumns), 'incoming');

/** The time when a lead was stored, and the number of its event's last record then. */
export interface Added {
  submittedAt: string;
  lastRecord: number;
}

/**
 * Inserts the accepted rows without conflicts and returns them by id. `explainRejections` finds out why the others
 * are missing; it is separate because most batches do not need it.
 */
export async function insertRows(db: Db, rows: readonly Row[]): Promise<Map<string, Added>> {
  if (rows.length === 0) return new Map();
  const insert = sql`
    insert into leads (${stored}, fingerprint, entry_code, consent_id, marketing)
    select ${incomingStored}, decode(fingerprint, 'hex'), decode(code, 'hex'), shown.consent_id,
           -- The answer counts only if the person was shown a marketing box, in the current wording.
           case when marketing is not null
                and coalesce(consent_version, shown.consent_id) = shown.consent_id then (
             select marketing from consent_texts t
             where t.id = shown.consent_id and t.marketing_text is not null) end
    from ${incoming(rows)}
    cross join lateral (select ${consentId} as consent_id) shown
    -- Ids and codes of deleted leads are rejected by a trigger after the insert.
    where case ${reasons} else 'accepted' end = 'accepted'
    -- Sorted, so that two batches with the same ids cannot deadlock.
    order by incoming.id
    on conflict do nothing`;
  // Only administrators are recorded: they could also verify the lead and draw it. Volunteers only collect.
  const recorded = rows.some(({ columns }) => columns.channel === 'administrator');
  const record = sql`,
    recorded as (
      insert into audit_log (kind, actor_id, actor_name, event_id, event_name, subject_id)
      select 'lead-added', u.id, u.username, e.id, e.name, changed.id
      from changed join users u on u.id = submitted_by join events e on e.id = event_id
      where channel = 'administrator'
    )`;
  const mailed = rows.some(({ sent }) => sent.email);
  const added = await db.query<Added & { id: string }>(sql`
    with ${locked(rows)},
    changed as (${insert} returning id, event_id, submitted_by, submitted_at, channel, email),
    queued as (${queueWebhooks('lead.created', idsByEvent)})
    ${recorded ? record : empty}
    ${mailed ? receipts(rows) : empty}
    select changed.id, submitted_at, event.last_record from changed join event on event.id = event_id
    ${mailed ? sql`cross join receipts` : empty}`);
  return new Map(added.map(({ id, ...stored }) => [id, stored]));
}

/** Queues receipts in the same statement. The client's address is not stored with the lead. */
function receipts(rows: readonly Row[]): Sql {
  const ids = rows.map(({ sent }) => sent.id);
  const senders = rows.map(({ submission }) => submission.sender ?? null);
  return sql`,
    receipts as materialized (
      select queue_receipts(array_agg(id), array_agg(event_id), array_agg(email), array_agg(sender))
      from changed join unnest(${ids}::uuid[], ${senders}::text[]) as client (id, sender) using (id)
      where email is not null and channel in ('form', 'plain form', 'volunteer')
    )`;
}

/** Finds the reason why each row was rejected, and the rules of its event. */
export async function explainRejections(db: Db, rows: readonly Row[]) {
  if (rows.length === 0) return new Map<Row, never>();
  const verdicts = await db.query<{
    place: number;
    verdict: Verdict;
    rules: KnownEvent | null;
  }>(sql`
    with ${locked(rows)}
    select place::int, ${verdict} as verdict, (
             select json_build_object('country', event.country, 'questions', e.questions,
                                      'questionsVersion', event.questions_version,
                                      'drawSecret', encode(e.draw_secret, 'hex'))
             from events e where e.id = event.id
           ) as rules
    from ${incoming(rows)} join ${used(rows)} using (place)`);
  return new Map(verdicts.map((each) => [rows[each.place - 1] as Row, each]));
}

/** The reasons to reject an incoming row that do not depend on deleted leads. */
const reasons = sql`
    when submitted_by is not null and submitter.id is null then 'not-signed-in'
    when event.id is null then 'event-not-found'
    when source = 'qr' and not ${mayEnterEvent(sql`event.status`)} then 'event-ended'
    when (event.country, event.questions_version)
      <> (incoming.country, incoming.questions_version) then 'other-rules'
    when refused then 'refused'`;

/** The decision about an incoming row: the first reason to reject it, or 'accepted'. */
const verdict = sql`case
    when used.id_used then 'lead-deleted' ${reasons}
    when used.code_used then 'entry-code-used'
    else 'accepted'
  end`;

/**
 * The consent text that the person was shown: the version in the form if the event has ever shown it, otherwise the
 * event's current one. An administrator's form shows none.
 */
const consentId = sql`case when channel not in ('administrator', 'import') then coalesce(
             (select c.consent_id from event_consents c
              where c.event_id = event.id and c.consent_id = consent_version), event.consent_id) end`;

/** The rows, joined with the state of their events and submitters. */
function incoming(rows: readonly Row[]): Sql {
  const values = rows.map(({ columns }, index) => ({ place: index + 1, ...columns }));
  return sql`${rowsFromJson('incoming', incomingColumns, values)}
    left join event on event.id = event_id
    left join submitter on submitter.id = submitted_by`;
}

/**
 * Looks up which ids and codes belong to deleted leads, or to leads that have moved to another event. The
 * function's plan uses only indexes.
 */
function used(rows: readonly Row[]): Sql {
  const ids = rows.map(({ columns }) => columns.id);
  const eventIds = rows.map(({ columns }) => columns.event_id);
  const codes = rows.map(({ columns }) => columns.code);
  return sql`used_up(${ids}::uuid[], ${eventIds}::uuid[], ${codes}::text[]) used`;
}

/**
 * The events and submitters of the rows, locked until the commit. Neither can be deleted while a row references it,
 * and the event keeps its country and questions. Draws and submissions wait for each other: `last_record` is then
 * current, and every later register contains these tickets.
 */
function locked(rows: readonly Row[]): Sql {
  const eventIds = [...new Set(rows.map(({ columns }) => columns.event_id))];
  const userIds = [...new Set(rows.map(({ columns }) => columns.submitted_by))];
  return sql`event as (
      select id, status, consent_id, country, questions_version, last_record from events
      where id = any(${eventIds}::uuid[]) order by id for share
    ),
    submitter as (
      select id from users where id = any(${userIds}::uuid[]) for key share
    )`;
}

/** The time during which a repeated entry gets its server-made code again, in case the first response was lost. */
const CODE_SHOWN = sql`interval '10 minutes'`;

export interface Earlier {
  lead: Omit<EnteredLead, keyof Upcoming>;
  /** The number of the event's last record now. */
  lastRecord: number;
  fingerprint: string;
  deviceCode: boolean;
  recent: boolean;
}

/** Finds existing leads with the ids of these rows. */
export async function findEarlier(db: Db, rows: readonly Row[]): Promise<Map<string, Earlier>> {
  if (rows.length === 0) return new Map();
  // Planned again, because a plan from when there were few leads would read all of them.
  const known = await db.query<Known & Omit<Earlier, 'lead'> & { entryCode: Buffer }>(
    sql`
    select id, event_id, ${contactColumnsSql('leads')}, answers, status, source, submitted_at, entry_code, device_code,
           encode(fingerprint, 'hex') as fingerprint, submitted_at > now() - ${CODE_SHOWN} as recent,
           (select last_record from events e where e.id = event_id) as last_record
    from leads where id = any(${rows.map(({ sent }) => sent.id)}::uuid[])`,
    { replan: true },
  );
  return new Map(
    known.map(({ fingerprint, entryCode, deviceCode, recent, lastRecord, ...lead }) => {
      const stored = { ...lead, ...codesOf(lead.eventId, entryCode) };
      return [lead.id, { lead: stored, fingerprint, deviceCode, recent, lastRecord }];
    }),
  );
}

/** The secret entry code of a lead, and the ticket that represents it in public. */
export function codesOf(eventId: string, code: Buffer) {
  return { entryCode: writeEntryCode(code), ticket: ticketOf(eventId, code) };
}

const ticketOf = (eventId: string, code: Buffer) =>
  hash('sha256', ticketBytes(eventId, code), 'hex');

/** Finds the rows whose code another lead of their event has. */
export async function findUsedCodes(db: Db, rows: readonly Row[]): Promise<Set<Row>> {
  if (rows.length === 0) return new Set();
  const ticketOfRow = ({ sent, code }: Row) => ticketOf(sent.eventId, code);
  const used = await db.query<{ ticket: string }>(
    sql`
    select encode(ticket, 'hex') as ticket from leads
    where ticket = any(array(select decode(code, 'hex') from unnest(${rows.map(ticketOfRow)}::text[]) code))`,
    { replan: true },
  );
  const tickets = new Set(used.map(({ ticket }) => ticket));
  return new Set(rows.filter((row) => tickets.has(ticketOfRow(row))));
}
