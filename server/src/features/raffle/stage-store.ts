import type { StageChange, StageState } from '@drawbridge/contract/raffle';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** After this time a page that opens no longer shows the last winner, or who was passed over. */
const REVEAL_LASTS = '1 hour';

const milliseconds = (time: Sql) => sql`round(extract(epoch from ${time}) * 1000)::bigint`;

/** The database's time, which all screens follow. */
export const nowJson = milliseconds(sql`clock_timestamp()`);

/** The ticket that stands for the winner of a draw. The lead of a winner who was erased is gone. */
export const winnerTicket = (draw: Sql) => sql`encode(coalesce(
  ${draw}.winner_ticket,
  (select ticket from leads where id = ${draw}.winner_id),
  substring(${draw}.winner_tickets for 32)), 'hex')`;

/** The stage of event `e`, in the form of `StageState`. */
export const stageJson = sql`
  json_build_object(
    'prizeId', e.stage_prize_id, 'blank', e.stage_blank, 'phrase', e.stage_phrase,
    'suspense', e.suspense, 'claimMinutes', e.claim_minutes, 'applause', e.applause,
    'revealed', (select d.number from draws d
                 where d.event_id = e.id and d.number = e.stage_revealed and d.place = 0
                   and d.ended_at > now() - ${REVEAL_LASTS}::interval),
    'drawing', (select json_build_object(
                  'prizeId', s.prize_id, 'phrase', s.phrase, 'tickets', s.tickets,
                  'since', ${milliseconds(sql`s.began_at`)}, 'lasts', s.suspense * 1000,
                  'revealsAt', ${milliseconds(sql`s.reveals_at`)})
                from staged_draws s
                where s.event_id = e.id and coalesce(s.reveals_at > clock_timestamp(), true)),
    'forfeit', (select json_build_object(
                  'forfeits', w.number, 'place', w.place, 'prizeId', w.prize_id, 'reason', f.reason,
                  'ticket', ${winnerTicket(sql`w`)})
                from draws f join draws w
                  on w.event_id = f.event_id and w.number = f.forfeits and w.place = f.forfeits_place
                where f.event_id = e.id and f.ended_at > now() - ${REVEAL_LASTS}::interval
                  and f.number = (select max(number) from draws where event_id = e.id)))`;

/** Puts something else on the stage, and tells every page. */
export async function changeStage(
  db: Database | Db,
  eventId: string,
  change: StageChange,
): Promise<Outcome<StageState>> {
  const { prizeId, continued, blank, phrase, suspense, claimMinutes, applause } = change;
  return inTransaction(db, async (tx) => {
    if (prizeId) {
      const prizes = await tx.execute(sql`
        select from prizes where id = ${prizeId} and event_id = ${eventId}`);
      if (prizes === 0) return fail('prize-not-found');
    }
    return putOnStage(tx, eventId, [
      prizeId !== undefined && sql`stage_prize_id = ${prizeId}`,
      // Continuing after one winner must not hide the next one.
      continued !== undefined && sql`stage_revealed = nullif(stage_revealed, ${continued})`,
      blank !== undefined && sql`stage_blank = ${blank}`,
      phrase !== undefined && sql`stage_phrase = ${phrase}`,
      suspense !== undefined && sql`suspense = ${suspense}`,
      claimMinutes !== undefined && sql`claim_minutes = ${claimMinutes}`,
      applause !== undefined && sql`applause = ${applause}`,
    ]);
  });
}

/** Changes columns of the stage, tells every page, and returns what it shows now. */
export async function putOnStage(
  tx: Db,
  eventId: string,
  changes: (Sql | false)[],
): Promise<Outcome<StageState>> {
  const set = changes.filter((change) => change !== false);
  if (set.length > 0) {
    await tx.execute(sql`update events set ${join(set)} where id = ${eventId}`);
  }
  await tx.execute(sql`select publish_live_message(${eventId}, 'stage', null)`);
  const [row] = await tx.query<{ stage: StageState }>(sql`
    select ${stageJson} as stage from events e where e.id = ${eventId}`);
  return row ? succeed(row.stage) : fail('event-not-found');
}
