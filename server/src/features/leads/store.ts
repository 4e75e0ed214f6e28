import type { Readable } from 'node:stream';
import { contactFields } from '@drawbridge/contract/contact';
import type { Deleted } from '@drawbridge/contract/deleted';
import { leadStatuses } from '@drawbridge/contract/lead-values';
import type {
  AdminLead,
  BulkVerifyAnswer,
  LeadChange,
  LeadQuery,
} from '@drawbridge/contract/leads';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { streamJsonArray } from '../../db/json-array.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { Cursor } from '../cursor.ts';
import { columnNames, contactColumns, shownContact } from './contact-columns.ts';
import { comparePhone, previousStatuses, statusProblem } from './rules.ts';
import { matchesSearch } from './search.ts';

export async function findLead(db: Db, id: string): Promise<AdminLead | undefined> {
  const [lead] = await db.query<AdminLead>(withDuplicates(selectLeads([sql`id = ${id}`])));
  return lead;
}

type LeadFilters = Omit<LeadQuery, 'cursor' | 'limit'>;

/** One page of the leads that match, newest first. */
export async function findLeads(
  db: Db,
  { limit, ...filters }: LeadFilters & { limit: number },
  after: Cursor | undefined,
): Promise<AdminLead[]> {
  const page = sql`
    ${selectLeads(await matching(db, filters, after))}
    order by submitted_at desc, id desc limit ${limit}`;
  // A plan made when there were few leads would read all of them for each lead of the page.
  return db.query<AdminLead>(sql`${withDuplicates(page)} order by l.submitted_at desc, l.id desc`, {
    replan: true,
  });
}

/**
 * Streams all leads that match, newest first, as JSON built by PostgreSQL. Duplicates are found by
 * grouping, because a look-up for each of 100,000 rows would take longer than the list itself.
 */
export async function streamLeads(
  db: Database,
  readerId: string,
  filters: LeadFilters,
  after: Cursor | undefined,
): Promise<Readable> {
  const { eventId } = filters;
  const ofEvent = eventId ? sql`event_id = ${eventId}` : sql`true`;
  const rows = sql`
    with first_by_phone as (
      select event_id, phone_key, min(submitted_at) as submitted_at, count(*) as entries,
             (array_agg(id order by submitted_at, id))[1] as id
      from leads where ${ofEvent} group by 1, 2 having count(*) > 1
    ),
    first_by_email as (
      select event_id, email, min(submitted_at) as submitted_at,
             (array_agg(id order by submitted_at, id))[1] as id
      from leads where ${ofEvent} and email is not null group by 1, 2 having count(*) > 1
    )
    select row_to_json(lead)
    from (
      select ${adminColumns},
             nullif(case
               when (e.submitted_at, e.id) < (p.submitted_at, p.id) or p.id is null then e.id
               else p.id end, l.id) as "duplicateOf",
             coalesce(p.entries, 1) as entries
      from (${selectLeads(await matching(db, filters, after))}) l
      -- These have the result of left joins. But a full join is always hashed or merged, while a left join
      -- becomes nested loops for an event that is too new for statistics: a minute for 20,000 leads.
      full join first_by_phone p on p.event_id = l.event_id and p.phone_key = l.phone_key
      full join first_by_email e on e.event_id = l.event_id and e.email = l.email
      -- Removes rows without a lead. 'l.id is not null' alone would turn the joins into left joins.
      where coalesce(l.id is not null, false)
      order by l.submitted_at desc, l.id desc
    ) lead`;
  return streamJsonArray(db, readerId, rows);
}

/** Selects the leads that meet all conditions, with the columns that responses need. */
function selectLeads(conditions: Sql[]): Sql {
  return sql`
    select id, event_id, ${columnNames(Object.keys(contactColumns))}, status, source, channel, submitted_by,
           submitter_name, submitted_at, verified_at, consent_id, marketing, ticket, won
    from leads ${conditions.length > 0 ? join(conditions, ' and ', 'where ') : empty}`;
}

/** The conditions for a list. A search compares each lead of the event or server at most once. */
async function matching(db: Db, query: LeadFilters, after: Cursor | undefined): Promise<Sql[]> {
  return [
    query.eventId && sql`event_id = ${query.eventId}`,
    query.status && sql`status = ${query.status}`,
    query.source && sql`source = ${query.source}`,
    query.imported && sql`(${imported}) = ${query.imported}::boolean`,
    query.from && sql`submitted_at >= ${query.from}`,
    query.to && sql`submitted_at <= ${query.to}`,
    query.q && (await matchesSearch(db, query.q, query.eventId)),
    after && sql`(submitted_at, id) < (${after.at}, ${after.id})`,
  ].flatMap((condition) => (condition ? [condition] : []));
}

/** Whether a lead came from a file and nobody has given it another source since. */
export const imported = sql`channel is not distinct from 'import' and source = 'volunteer'`;

/** The columns of lead `l` that administrators see, under the contract's names. */
const adminColumns = sql`
  l.id, l.event_id as "eventId", ${shownContact('l')}, l.status, l.source,
  ${imported} as imported, l.submitted_by as "submittedBy", l.submitter_name as "submitterName",
  l.submitted_at as "submittedAt", l.verified_at as "verifiedAt", l.consent_id as "consentVersion",
  l.marketing, l.won,
  case when l.phone_valid then l.phone_key end as "phoneE164",
  -- Whether the lead belongs to a winner who was forfeited.
  case when l.won then exists (
    select from draws d
    where d.event_id = l.event_id and d.forfeited_by is not null
      and position(l.ticket in d.winner_tickets) > 0
  ) else false end as forfeited`;

/**
 * Looks up the duplicates of a few leads, by phone and by e-mail. With stale statistics, such as for an
 * event that has just filled up, the planner must not read the whole event for every lead. So the leads
 * are selected before the look-ups, and those can only use the indexes on phone and e-mail: 'is not
 * distinct from' cannot use an index, and neither can sorting across 'offset 0'.
 */
function withDuplicates(leads: Sql): Sql {
  return sql`
    with l as materialized (${leads})
    select ${adminColumns}, twin.id as "duplicateOf",
           (select count(*)::int from leads same
            where same.phone_key = l.phone_key
              and same.event_id is not distinct from l.event_id) as entries
    from l
    left join lateral (
      select same.id
      from (
        select id, submitted_at from leads
        where phone_key = l.phone_key and event_id is not distinct from l.event_id
        union all
        select id, submitted_at from leads
        where email = l.email and event_id is not distinct from l.event_id
        offset 0
      ) same
      where (same.submitted_at, same.id) < (l.submitted_at, l.id)
      order by same.submitted_at, same.id limit 1
    ) twin on true`;
}

/** Streams the columns of the CSV file as JSON. */
export function streamExport(
  db: Database,
  readerId: string,
  eventId: string | undefined,
): Readable {
  const rows = sql`
    select row_to_json(lead)
    from (
      select ${shownContact('leads')}, status, source, ${imported} as imported, submitted_at as "submittedAt"
      from leads ${eventId ? sql`where event_id = ${eventId}` : empty}
      order by submitted_at desc, id desc
    ) lead`;
  return streamJsonArray(db, readerId, rows);
}

/** Changes a lead if it also meets the condition. */
export async function changeLead(
  db: Database | Db,
  id: string,
  change: LeadChange,
  condition = sql`true`,
): Promise<Outcome<AdminLead>> {
  const from = change.status ? previousStatuses[change.status] : [...leadStatuses];
  try {
    const problem = await inTransaction(db, async (tx) => {
      const phone = await phoneAfter(tx, id, change);
      if (phone?.problem) return phone.problem;
      const changes = {
        ...(change.eventId && { event_id: change.eventId }),
        ...Object.fromEntries(
          contactFields.flatMap((field) =>
            change[field] === undefined ? [] : [[field, change[field]]],
          ),
        ),
        ...phone?.columns,
        ...(change.source && { source: change.source }),
        ...(change.status && { status: change.status }),
      };
      const set = Object.entries(changes).map(
        ([column, value]) => sql`${raw(column)} = ${value}, `,
      );
      // Condition and change are one statement, so two administrators cannot make the same change.
      const changed = await tx.execute(sql`
          update leads set ${set.length > 0 ? join(set, '') : empty}
            verified_at = ${change.status === 'verified' ? sql`now()` : sql`verified_at`}
          where id = ${id} and status = any(${from}::text[]) and ${condition}`);
      return changed > 0 ? undefined : statusProblem(change.status);
    });
    const lead = await findLead(db, id);
    if (!lead) return fail('lead-not-found');
    return problem ? fail(problem) : succeed(lead);
  } catch (error) {
    if (violates(error, 'leads_event_id_fkey')) return fail('event-not-found');
    if (violates(error, 'leads_won')) return fail('lead-won');
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    // The same person has entered the other event with the same code.
    if (violates(error, 'leads_ticket_key')) return fail('entry-code-used');
    throw error;
  }
}

/** How the lead's phone is compared after the change; undefined if the change does not affect it. */
async function phoneAfter(tx: Db, id: string, change: LeadChange) {
  // Locks the events first, as a draw does, to avoid a deadlock. A lead that moves is compared in the
  // country of its new event.
  const events = await tx.query<{ id: string; country: string }>(sql`
    select e.id, e.country
    from leads l join events e on e.id in (l.event_id, ${change.eventId ?? null}::uuid)
    where l.id = ${id} order by e.id for share of e`);
  // Locks the lead too, because another change may be moving it.
  const [lead] = await tx.query<{ eventId: string; phone: string; typed: string }>(sql`
    select event_id, phone, coalesce(phone_typed, phone) as typed
    from leads where id = ${id} for no key update`);
  const event = events.find((one) => one.id === (change.eventId ?? lead?.eventId));
  if (lead && !events.some((one) => one.id === lead.eventId)) return phoneAfter(tx, id, change);
  if (!lead || !event || (change.phone === undefined && !change.eventId)) return undefined;
  // A form that sends back what it was given has not changed it: that number was accepted before.
  if (change.phone === undefined || change.phone === lead.phone) {
    return { ...comparePhone(lead.typed, event.country), problem: undefined };
  }
  return comparePhone(change.phone, event.country);
}

/** Verifies the pending leads in one statement; the others are skipped. Also returns how many of each event. */
export async function verifyLeads(
  db: Db,
  ids: string[],
): Promise<BulkVerifyAnswer & { events: { eventId: string; leads: number }[] }> {
  const distinct = [...new Set(ids)];
  // All calls lock leads in the same order, so that two of them cannot wait for each other.
  const events = await db.query<{ eventId: string; leads: number }>(sql`
    with pending as materialized (
      select id from leads where id = any(${distinct}::uuid[]) and status = 'pending'
      order by id for no key update
    ),
    verified as (
      update leads set status = 'verified', verified_at = now()
      from pending where leads.id = pending.id returning leads.event_id
    )
    select event_id, count(*)::int as leads from verified group by event_id`);
  const verified = events.reduce((sum, { leads }) => sum + leads, 0);
  return { verified, skipped: distinct.length - verified, events };
}

/** Deletes a lead if it also meets the condition. */
export async function deleteLead(
  db: Db,
  id: string,
  condition = sql`true`,
): Promise<Outcome<Deleted & { eventId: string }>> {
  try {
    // Locks the event first, as a draw does, to avoid a deadlock.
    const [deleted] = await db.query<Deleted & { eventId: string }>(sql`
        with event as materialized (
          select e.id from events e join leads l on l.event_id = e.id
          where l.id = ${id} for share of e
        ),
        deleted as (
          delete from leads using event
          where leads.id = ${id} and event_id = event.id and ${condition}
          returning leads.id, event_id
        )
        insert into deleted_leads (id, event_id) select id, event_id from deleted
        returning id, event_id`);
    return deleted ? succeed(deleted) : fail('lead-not-found');
  } catch (error) {
    if (violates(error, 'leads_won')) return fail('lead-won');
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    throw error;
  }
}
