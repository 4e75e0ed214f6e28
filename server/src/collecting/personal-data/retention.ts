import sql from 'sql-template-tag';
import { PRODUCT } from '../../core/change/audit-log.ts';
import { change } from '../../core/change/change.ts';
import type { Database } from '../../db/client.ts';
import { withAdvisoryLock } from '../../db/transaction.ts';
import { Problem, unwrap } from '../../errors.ts';
import { isErasable } from '../../events/events/erasure-store.ts';
import { eraseLeads, vacuumErased } from './erase-store.ts';

/** The number of leads erased in one transaction. */
const BATCH = 10_000;

/**
 * Erases the leads of all events past their retention period, including those that became due while no server was
 * running. Events with a sealed draw are reported as an error at the end, and tried again later.
 */
export async function eraseDueLeads(db: Database, now: Date): Promise<number> {
  return withAdvisoryLock(db, 'retention', async () => {
    const at = sql`${now}::timestamptz`;
    const events = await db.query<{ id: string; name: string }>(sql`
      select id, name from events e
      where ${isErasable(at)}
        and exists (select from leads where event_id = e.id)
      order by date, id`);
    let leads = 0;
    const sealed: string[] = [];
    for (const { id, name } of events) {
      const erased = await eraseEvent(db, id);
      if (erased === 'sealed') sealed.push(name);
      else leads += erased;
    }
    if (leads > 0) await vacuumErased(db);
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
      await change(
        db,
        PRODUCT,
        async (tx) => unwrap(await eraseLeads(tx, ids, 'retention')),
        (erased) =>
          erased.map(({ leadIds, winners }) => ({
            kind: 'leads-erased',
            eventId,
            details: { leads: leadIds.length, winners },
          })),
        { changes: ['leads'] },
      );
    } catch (error) {
      if (error instanceof Problem && error.code === 'lead-sealed') return 'sealed';
      // All of these leads were deleted meanwhile.
      if (!(error instanceof Problem && error.code === 'lead-not-found')) throw error;
    }
    total += leads.length;
  }
}
