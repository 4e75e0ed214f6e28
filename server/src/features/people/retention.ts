import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTurn } from '../../db/transaction.ts';
import { Problem, unwrap } from '../../errors.ts';
import { audited } from '../audit/store.ts';
import { eraseLeads, vacuumErased } from './erase-store.ts';

/** How many leads are erased in one transaction. */
const BATCH = 10_000;

/** The actor in the audit trail of what the server does by itself. */
export const PRODUCT = { id: null, username: PRODUCT_NAME, sessionId: null };

/** Whether event `e` is past its retention period, by its own clock, on which nights end at three in the morning. */
const isDue = (now: Sql): Sql => sql`
  (e.retention_days is not null
   and e.date + e.retention_days <= ((${now}) at time zone e.time_zone - interval '3 hours')::date)`;

/**
 * Whether the leads of event `e`, which is due, may be erased: an administrator of all events has agreed to that day, and
 * if they had to confirm it, they have had a day to think again.
 */
const isAgreed = (now: Sql): Sql => sql`
  (e.erasure_agreed <= e.date + e.retention_days
   and coalesce(e.erasure_confirmed_at <= ${now} - interval '1 day', true))`;

/** Whether the leads of event `e` end now. */
export const isErasable = (now: Sql): Sql => sql`(${isDue(now)} and ${isAgreed(now)})`;

/** What erasing the leads of event `e` waits for, if its day was moved: a confirmation, or a day after it. */
export const waitingErasure = sql`
  case when not ${isAgreed(sql`now()`)}
       then json_build_object('day', e.date + e.retention_days, 'confirmedAt',
         case when e.erasure_agreed <= e.date + e.retention_days then e.erasure_confirmed_at end) end`;

/** The day of erasure that an event had before a change, and whether it was agreed to. */
export interface ErasureBefore {
  erasureDay: string | null;
  erasureAgreed: boolean;
}

export const erasureBefore = sql`
  e.date + e.retention_days as erasure_day,
  coalesce(e.erasure_agreed <= e.date + e.retention_days, true) as erasure_agreed`;

/**
 * An administrator of all events agrees to the day that they set, unless leads would be erased within a day: that has to
 * be confirmed. So has what is left of a day that waits for it: only a date and a period set together replace that.
 */
export async function agreeToErasure(
  tx: Db,
  eventId: string,
  { date, retentionDays }: { date?: unknown; retentionDays?: unknown },
  before: ErasureBefore,
): Promise<void> {
  if (!before.erasureAgreed && (date === undefined || retentionDays === undefined)) return;
  await tx.execute(sql`
    update events e set erasure_agreed = e.date + e.retention_days, erasure_confirmed_at = null
    where e.id = ${eventId} and e.date + e.retention_days is distinct from ${before.erasureDay}::date
      and e.retention_days is not null and not ${isDue(sql`now() + interval '1 day'`)}`);
}

/** Whoever sets a later day, or none, ends the agreement to an earlier one: the day does not move back by itself. */
export async function postponeErasure(tx: Db, eventId: string): Promise<void> {
  await tx.execute(sql`
    update events set erasure_agreed = coalesce(date + retention_days, 'infinity')
    where id = ${eventId} and erasure_agreed < coalesce(date + retention_days, 'infinity')`);
}

/**
 * Erases the leads of all events past their retention period, including those that became due while no server
 * was running. An event with a sealed draw fails, after the others, and is tried again later.
 */
export async function eraseDueLeads(db: Database, now: Date): Promise<number> {
  return inTurn(db, 'retention', async () => {
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
