import type { Readable } from 'node:stream';
import {
  type LeadFlagCounts,
  type LeadTally,
  leadFlagCounts,
  leadTally,
  type Submitter,
  submitter,
} from '@drawbridge/contract/collecting/lead-lists';
import { type LeadSort, leadFlagNames } from '@drawbridge/contract/collecting/lead-values';
import { type AdminLead, adminLead } from '@drawbridge/contract/collecting/leads';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { inEvents } from '../../core/access.ts';
import type { Cursor, PageOf } from '../../core/cursor.ts';
import type { Database, Db } from '../../db/client.ts';
import { streamJsonArray } from '../../db/reads/json-array.ts';
import { columnNames, contactColumnsSql, personColumns } from './contact-columns.ts';
import {
  canFindDuplicates,
  type Filters,
  filterConditions,
  flagConditions,
  hasForfeited,
  hasIndexedWord,
  imported,
  indexConditions,
  inScope,
  isHere,
  reasonNotInDraw,
  residualConditions,
  type SearchScope,
  where,
} from './filters.ts';

export async function findLead(db: Db, id: string): Promise<AdminLead | undefined> {
  const [lead] = await findLeadsById(db, [id]);
  return lead;
}

/** Finds a few leads by id, in no particular order. */
export async function findLeadsById(db: Db, ids: readonly string[]): Promise<AdminLead[]> {
  return db.query(withDuplicates(selectLeads([sql`id = any(${ids}::uuid[])`])), { row: adminLead });
}

/** The maximum number of a person's other leads in a response. */
const OTHER_LEADS = 20;

/** Finds the first other leads of the event with the same phone number or e-mail address. */
export async function findSamePerson(db: Db, id: string): Promise<AdminLead[]> {
  const sameContact = await db.query<{ id: string }>(sql`
    select same.id from leads l cross join lateral (
      select id, submitted_at from leads
      where phone_key = l.phone_key and event_id is not distinct from l.event_id
      union
      select id, submitted_at from leads
      where email = l.email and event_id is not distinct from l.event_id
    ) same
    where l.id = ${id} and same.id <> l.id
    order by same.submitted_at, same.id limit ${OTHER_LEADS}`);
  const leads = await findLeadsById(
    db,
    sameContact.map((other) => other.id),
  );
  return leads.sort((one, other) => Date.parse(one.submittedAt) - Date.parse(other.submittedAt));
}

/** The number of leads that are checked in index order, before all matching leads are collected and sorted. */
const LOOKED_THROUGH = 5000;

/** The folded name, which is the first line of `search_text`. */
export const foldedName = sql`split_part(search_text, E'\\n', 1) collate "C"`;

/** The order of leads. Leads with the same timestamp are sorted by id. */
export const orderOf = (sort: LeadSort): Sql =>
  ({
    newest: sql`submitted_at desc, id desc`,
    oldest: sql`submitted_at, id`,
    name: sql`${foldedName}, submitted_at desc, id desc`,
    chances: sql`chances desc, submitted_at desc, id desc`,
  })[sort];

/** Finds one page of the matching leads, newest first unless another order is given. */
export async function findLeads(
  db: Db,
  { sort = 'newest', ...filters }: Filters & { sort?: LeadSort | undefined },
  { limit, after }: PageOf,
): Promise<AdminLead[]> {
  const order = orderOf(sort);
  const ordered = [...indexConditions(filters), ...(after ? [isAfter(after, sort)] : [])];
  const conditions = await residualConditions(db, filters);
  // Plans made when there were few leads would read all of them for each lead of the page.
  const read = (page: Sql) =>
    db.query(
      sql`${withDuplicates(sql`${page} order by ${order} limit ${limit}`)} order by ${order}`,
      { row: adminLead, replan: true },
    );
  if (conditions.length === 0 || sort === 'name' || sort === 'chances')
    return read(selectLeads([...ordered, ...conditions]));
  // A filter that most leads match fills a page soon. A filter that few leads match has an index, or the scope is
  // small.
  const first = await read(sql`
    select * from (${selectLeads(ordered)} order by ${order} limit ${LOOKED_THROUGH}) looked
    where ${join(conditions, ' and ')}`);
  if (first.length === limit) return first;
  // Without an index, reading the leads in order until the page is full is fastest.
  const index = filters.q && !hasIndexedWord(filters.q) ? empty : sql`offset 0`;
  return read(sql`
    select * from (${selectLeads([...ordered, ...conditions])} ${index}) found`);
}

/**
 * Streams all leads that match, newest first, as JSON built by PostgreSQL. Duplicates are found by grouping,
 * because a lookup for each of 100,000 rows would take longer than the list itself.
 */
export async function streamLeads(
  db: Database,
  readerId: string,
  filters: Filters,
  after: Cursor | undefined,
): Promise<Readable> {
  const scope = inScope(filters);
  const rows = sql`
    with first_by_phone as (
      select event_id, phone_key, min(submitted_at) as submitted_at, count(*) as entries,
             (array_agg(id order by submitted_at, id))[1] as id
      from leads where ${scope} group by 1, 2 having count(*) > 1
    ),
    first_by_email as (
      select event_id, email, min(submitted_at) as submitted_at,
             (array_agg(id order by submitted_at, id))[1] as id
      from leads where ${scope} and email is not null group by 1, 2 having count(*) > 1
    )
    select row_to_json(lead)
    from (
      select ${adminColumns},
             nullif(case
               when (e.submitted_at, e.id) < (p.submitted_at, p.id) or p.id is null then e.id
               else p.id end, l.id) as "duplicateOf",
             coalesce(p.entries, 1) as entries
      from (
        select *, ${isHere} as here_now, ${reasonNotInDraw} as not_in_draw
        from (${selectLeads([...(await filterConditions(db, filters)), ...(after ? [isAfter(after, 'newest')] : [])])}) found
      ) l
      -- Full joins with the result of left joins. PostgreSQL hashes or merges a full join, but runs a left join as
      -- nested loops for an event without statistics: a minute for 20,000 leads. The row 'list' of the benchmark
      -- measures it.
      full join first_by_phone p on p.event_id = l.event_id and p.phone_key = l.phone_key
      full join first_by_email e on e.event_id = l.event_id and e.email = l.email
      -- Removes rows without a lead. 'l.id is not null' alone would turn the joins into left joins.
      where coalesce(l.id is not null, false)
      order by l.submitted_at desc, l.id desc
    ) lead`;
  return streamJsonArray(db, readerId, rows);
}

/** Selects the leads that meet all conditions, with the columns that responses need. */
export function selectLeads(conditions: Sql[]): Sql {
  return sql`
    select id, event_id, ${columnNames(Object.keys(personColumns))}, status, source, channel, submitted_by,
           submitter_name, submitted_at, verified_at, consent_id, language, marketing, ticket, won, chances, here,
           barred_from, search_text
    from leads ${where(conditions)}`;
}

/** SQL condition: the lead comes after a position in the order. */
export function isAfter(
  { at, id, name = '' }: Omit<Cursor, 'id'> & { id: string | Sql },
  sort: LeadSort,
): Sql {
  if (sort === 'oldest') return sql`(submitted_at, id) > (${at}, ${id})`;
  const older = sql`(submitted_at, id) < (${at}, ${id})`;
  if (sort === 'newest') return older;
  if (sort === 'chances') {
    const limit = Number(name);
    return sql`(chances <= ${limit} and (chances < ${limit} or ${older}))`;
  }
  // The first comparison is the start of the index scan.
  return sql`(${foldedName} >= ${name} and (${foldedName} > ${name} or ${older}))`;
}

/** The columns of lead `l` that administrators see, under the contract's names. */
const adminColumns = sql`
  l.id, l.event_id as "eventId", ${contactColumnsSql('l')}, l.status, l.source,
  ${imported} as imported, l.channel, l.submitted_by as "submittedBy", l.submitter_name as "submitterName",
  l.submitted_at as "submittedAt", l.verified_at as "verifiedAt", l.consent_id as "consentVersion",
  l.marketing, l.won, l.chances, l.here::float8 as here, l.here_now as "hereNow", l.not_in_draw as "notInDraw", l.answers, l.incomplete,
  case when l.phone_valid then l.phone_key end as "phoneE164",
  l.won and ${hasForfeited(sql`l.event_id`, sql`l.ticket`)} as forfeited`;

/**
 * Adds the duplicates of a few leads, by phone and by e-mail. With stale statistics, such as for an event that has
 * just filled up, the planner must not read the whole event for every lead. So the leads are selected before the
 * lookups, and the lookups can use only the indexes on phone and e-mail: 'is not distinct from' cannot use an
 * index, and neither can sorting across 'offset 0'.
 */
function withDuplicates(leads: Sql): Sql {
  return sql`
    with l as materialized (
      select *, ${isHere} as here_now, ${reasonNotInDraw} as not_in_draw from (${leads}) found
    )
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

/** Counts the matching leads by status. */
export async function countLeads(db: Db, filters: Filters): Promise<LeadTally> {
  const known = await readTally(db, filters);
  if (known) return known;
  const [tally] = await db.query(
    sql`
      select count(*) filter (where status = 'pending')::int as pending,
             count(*) filter (where status = 'verified')::int as verified,
             count(*) filter (where status = 'promoted')::int as promoted,
             now()::timestamptz(3) as at
      from leads ${where(await filterConditions(db, filters))}`,
    { row: leadTally, replan: true },
  );
  return tally as LeadTally;
}

/** Counts the matching leads by flag. */
export async function countFlags(db: Db, filters: Filters): Promise<LeadFlagCounts> {
  const matched = await filterConditions(db, filters);
  const compared = await canFindDuplicates(db, filters);
  const counts = leadFlagNames.map((name) => {
    const count = sql`(select count(*)::int from leads ${where([...matched, flagConditions[name](filters)])})`;
    const unknown =
      (name === 'duplicate' && !compared) || (name === 'notInDraw' && !filters.eventId);
    return sql`${unknown ? sql`null` : count} as ${raw(`"${name}"`)}`;
  });
  const [found] = await db.query(sql`select ${join(counts)}`, {
    row: leadFlagCounts,
    replan: true,
  });
  return found as LeadFlagCounts;
}

/** Lists the users who have added leads, under their latest names, in alphabetical order. */
export async function listSubmitters(db: Db, searched: SearchScope): Promise<Submitter[]> {
  const scope = sql`and ${inScope(searched)}`;
  const submitters = await db.query(
    sql`
      select u.id::text as key, latest.name
      from users u cross join lateral (
        select coalesce(submitter_name, 'Unknown') as name from leads
        where submitted_by = u.id ${scope} order by submitted_at desc limit 1
      ) latest
      union all
      select distinct 'former ' || submitter_name, submitter_name from leads
      where submitted_by is null and submitter_name is not null ${scope}`,
    { row: submitter, replan: true },
  );
  return submitters.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Counts leads by status from the stored counts, if these cover the filters: counting millions of leads takes
 * seconds.
 */
async function readTally(db: Db, filters: Filters): Promise<LeadTally | undefined> {
  const { eventId, only, status, source, imported, ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const conditions = [
    sql`kind = 'event' and ${inEvents(only)}`,
    eventId && sql`event_id = ${eventId}`,
    status && sql`status = ${status}`,
    source && sql`source = ${source}`,
    imported !== undefined && sql`imported = ${imported}`,
  ].flatMap((condition) => condition || []);
  return db.queryOne(
    sql`
    select coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending,
           coalesce(sum(n) filter (where status = 'verified'), 0)::int as verified,
           coalesce(sum(n) filter (where status = 'promoted'), 0)::int as promoted,
           now()::timestamptz(3) as at
    from lead_counts where ${join(conditions, ' and ')}`,
    { row: leadTally },
  );
}

/** Merges the changes of the counts into totals, so that reading them stays fast. */
export async function addUpLeadCounts(db: Db): Promise<void> {
  await db.execute(sql`select add_up_lead_counts()`);
}
