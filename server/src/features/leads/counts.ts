import type { LeadTally } from '@drawbridge/contract/lead-lists';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { inEvents } from '../access/store.ts';
import type { Filters } from './filters.ts';

// The database keeps counts of the leads, because counting millions of them takes seconds.

/** How many leads an event has. */
export const leadCountOf = (eventId: Sql): Sql => sql`(
  select coalesce(sum(n), 0)::int from lead_counts where kind = 'event' and event_id = ${eventId})`;

/** How many leads of each status match, if the filters are among those that are counted in advance. */
export async function readTally(db: Db, filters: Filters): Promise<LeadTally | undefined> {
  const { eventId, only, status, source, imported, ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const conditions = [
    sql`kind = 'event' and ${inEvents(only)}`,
    eventId && sql`event_id = ${eventId}`,
    status && sql`status = ${status}`,
    source && sql`source = ${source}`,
    imported !== undefined && sql`imported = ${imported}`,
  ].flatMap((condition) => condition || []);
  return db.queryOne<LeadTally>(sql`
    select coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending,
           coalesce(sum(n) filter (where status = 'verified'), 0)::int as verified,
           coalesce(sum(n) filter (where status = 'promoted'), 0)::int as promoted,
           now()::timestamptz(3) as at
    from lead_counts where ${join(conditions, ' and ')}`);
}

/** Adds up the changes of the counts, so that reading them stays fast. */
export async function addUpLeadCounts(db: Db): Promise<void> {
  await db.execute(sql`select add_up_lead_counts()`);
}
