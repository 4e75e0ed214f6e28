import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '../../db/client.ts';
import { inTurn } from '../../db/transaction.ts';
import { Problem, unwrap } from '../../errors.ts';
import { audited } from '../audit/store.ts';
import { eraseLeads } from './erase-store.ts';

/** How many leads are erased in one transaction. */
const BATCH = 10_000;

/** The actor in the audit trail of what the server does by itself. */
export const PRODUCT = { id: null, username: PRODUCT_NAME, sessionId: null };

/** Whether event `e` is past its retention period, by its own clock, on which nights end at three in the morning. */
export const isDue = (now: Sql): Sql => sql`
  (e.retention_days is not null
   and e.date + e.retention_days <= (${now} at time zone e.time_zone - interval '3 hours')::date)`;

/**
 * Erases the leads of all events past their retention period, including those that became due while no server
 * was running. An event with a sealed draw fails, after the others, and is tried again later.
 */
export async function eraseDueLeads(db: Database, now: Date): Promise<number> {
  return inTurn(db, 'retention', async () => {
    const events = await db.query<{ id: string; name: string }>(sql`
      select id, name from events e
      where ${isDue(sql`${now}::timestamptz`)}
        and exists (select from leads where event_id = e.id)
      order by date, id`);
    let leads = 0;
    const sealed: string[] = [];
    for (const { id, name } of events) {
      const erased = await eraseEvent(db, id);
      if (erased === 'sealed') sealed.push(name);
      else leads += erased;
    }
    if (sealed.length > 0) {
      throw new Error(`${sealed.join(', ')} has a sealed draw: draw it or void it first`);
    }
    return leads;
  });
}

async function eraseEvent(db: Database, eventId: string): Promise<number | 'sealed'> {
  let total = 0;
  for (;;) {
    const leads = await db.query<{ id: string }>(sql`
      select id from leads where event_id = ${eventId} order by id limit ${BATCH}`);
    if (leads.length === 0) return total;
    const ids = leads.map(({ id }) => id);
    try {
      await audited(
        db,
        PRODUCT,
        async (tx) => unwrap(await eraseLeads(tx, ids, 'retention')),
        (erased) =>
          erased.map(({ leadIds, winners }) => ({
            kind: 'leads-erased',
            eventId,
            details: { leads: leadIds.length, winners },
          })),
      );
    } catch (error) {
      if (error instanceof Problem && error.code === 'lead-sealed') return 'sealed';
      // Somebody has deleted all of them meanwhile.
      if (!(error instanceof Problem && error.code === 'lead-not-found')) throw error;
    }
    total += leads.length;
  }
}
