import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** Whether event `e` is past its retention period, by its own clock, on which nights end at three in the morning. */
const isDue = (now: Sql): Sql => sql`
  (e.retention_days is not null
   and e.date + e.retention_days <= ((${now}) at time zone e.time_zone - interval '3 hours')::date)`;

/**
 * Whether the leads of event `e`, which is due, may be erased: an administrator of all events has agreed to that day, and
 * if they had to confirm it, they have had a day to think again.
 */
const isAgreed = (now: Sql): Sql => sql`
  (e.erasure_approved_for <= e.date + e.retention_days
   and coalesce(e.erasure_confirmed_at <= ${now} - interval '1 day', true))`;

/** Whether the leads of event `e` end now. */
export const isErasable = (now: Sql): Sql => sql`(${isDue(now)} and ${isAgreed(now)})`;

/** What erasing the leads of event `e` waits for, if its day was moved: a confirmation, or a day after it. */
export const waitingErasure = sql`
  case when not ${isAgreed(sql`now()`)}
       then json_build_object('day', e.date + e.retention_days, 'confirmedAt',
         case when e.erasure_approved_for <= e.date + e.retention_days then e.erasure_confirmed_at end) end`;

/** The day of erasure that an event had before a change, and whether it was agreed to. */
export interface ErasureBefore {
  erasureDay: string | null;
  erasureApproved: boolean;
}

export const previousErasure = sql`
  e.date + e.retention_days as erasure_day,
  coalesce(e.erasure_approved_for <= e.date + e.retention_days, true) as erasure_approved`;

/**
 * An administrator of all events agrees to the day that they set, unless leads would be erased within a day: that has to
 * be confirmed. So has what is left of a day that waits for it: only a date and a period set together replace that.
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

/** Another clock can bring an agreed day forward. Where leads would be erased within a day, it has to be confirmed. */
export async function requireErasureConfirmation(tx: Db, eventId: string): Promise<void> {
  await tx.execute(sql`
    update events e set erasure_approved_for = 'infinity'
    where e.id = ${eventId} and e.erasure_approved_for <= e.date + e.retention_days
      and ${isDue(sql`now() + interval '1 day'`)}`);
}

/** Whoever sets a later day, or none, ends the agreement to an earlier one: the day does not move back by itself. */
export async function delayErasure(tx: Db, eventId: string): Promise<void> {
  await tx.execute(sql`
    update events set erasure_approved_for = coalesce(date + retention_days, 'infinity')
    where id = ${eventId} and erasure_approved_for < coalesce(date + retention_days, 'infinity')`);
}
