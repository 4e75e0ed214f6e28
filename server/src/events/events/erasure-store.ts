import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/**
 * SQL condition: event `e` is past its retention period. Days are those of the event's time zone and end at three
 * in the morning.
 */
const isDue = (now: Sql): Sql => sql`
  (e.retention_days is not null
   and e.date + e.retention_days <= ((${now}) at time zone e.time_zone - interval '3 hours')::date)`;

/**
 * SQL condition: the erasure of event `e` is approved for this day. If it needed a confirmation, 24 hours must have
 * passed since then.
 */
const isAgreed = (now: Sql): Sql => sql`
  (e.erasure_approved_for <= e.date + e.retention_days
   and coalesce(e.erasure_confirmed_at <= ${now} - interval '1 day', true))`;

/** SQL condition: the leads of event `e` can be erased now. */
export const isErasable = (now: Sql): Sql => sql`(${isDue(now)} and ${isAgreed(now)})`;

/**
 * The pending erasure of event `e` if its day has moved: it waits for a confirmation, or for 24 hours after one.
 */
export const waitingErasure = sql`
  case when not ${isAgreed(sql`now()`)}
       then json_build_object('day', e.date + e.retention_days, 'confirmedAt',
         case when e.erasure_approved_for <= e.date + e.retention_days then e.erasure_confirmed_at end) end`;

/** The erasure day of an event before a change, and whether it was approved. */
export interface ErasureBefore {
  erasureDay: string | null;
  erasureApproved: boolean;
}

export const previousErasure = sql`
  e.date + e.retention_days as erasure_day,
  coalesce(e.erasure_approved_for <= e.date + e.retention_days, true) as erasure_approved`;

/**
 * Saving a date or retention period approves the resulting erasure day, unless leads would be erased within 24
 * hours: that needs a separate confirmation. A pending confirmation is replaced only when date and period are set
 * together.
 */
export async function approveErasure(
  tx: Db,
  eventId: string,
  { date, retentionDays }: { date?: unknown; retentionDays?: unknown },
  before: ErasureBefore,
): Promise<void> {
  if (!before.erasureApproved && (date === undefined || retentionDays === undefined)) return;
  await tx.execute(sql`
    update events e set erasure_approved_for = e.date + e.retention_days, erasure_confirmed_at = null
    where e.id = ${eventId} and e.date + e.retention_days is distinct from ${before.erasureDay}::date
      and e.retention_days is not null and not ${isDue(sql`now() + interval '1 day'`)}`);
}

/**
 * A change of time zone can bring the approved day forward. If leads would then be erased within 24 hours, it needs
 * a new confirmation.
 */
export async function requireErasureConfirmation(tx: Db, eventId: string): Promise<void> {
  await tx.execute(sql`
    update events e set erasure_approved_for = 'infinity'
    where e.id = ${eventId} and e.erasure_approved_for <= e.date + e.retention_days
      and ${isDue(sql`now() + interval '1 day'`)}`);
}

/**
 * Saving a later erasure day, or none, withdraws the approval of an earlier one. An earlier day then needs a new
 * approval.
 */
export async function delayErasure(tx: Db, eventId: string): Promise<void> {
  await tx.execute(sql`
    update events set erasure_approved_for = coalesce(date + retention_days, 'infinity')
    where id = ${eventId} and erasure_approved_for < coalesce(date + retention_days, 'infinity')`);
}
