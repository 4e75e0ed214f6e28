import { type StageChange, type StageState, stageState } from '@drawbridge/contract/raffle/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/raffle/scene';
import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { publish } from '../../core/change/publish.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** The time after which a page that opens no longer shows the last winner, or the last forfeit. */
const REVEAL_LASTS = '1 hour';

const milliseconds = (time: Sql) => sql`round(extract(epoch from ${time}) * 1000)::bigint`;

/** The database's time, which all screens follow. */
export const databaseTimeMs = milliseconds(sql`clock_timestamp()`);

/**
 * The end of the animation that stage `s` shows. The draw is held then, by the presenter's page or by the server.
 */
const rollsUntil = sql`s.began_at + (s.drawing->>'suspense')::int * interval '1 second'`;

/** SQL condition: stage `s` shows a draw, from its start until every screen shows the winner. */
export const isDrawing = sql`s.began_at is not null and coalesce(s.reveals_at > clock_timestamp(), true)`;

/** The stage of event `e`, in the form of `StageState`. */
export const stageJson = sql`(
  select json_build_object(
    'prizeId', s.prize_id, 'blank', s.blank, 'phrase', s.phrase, 'onlyHere', s.only_here,
    'suspense', e.suspense, 'claimMinutes', e.claim_minutes, 'applause', e.applause,
    'revealed', (select d.number from records d
                 where d.event_id = e.id and d.number = s.revealed
                   and d.at > now() - ${REVEAL_LASTS}::interval),
    'drawing', case when ${isDrawing} then json_build_object(
                 'prizeId', s.drawing->'prizeId', 'phrase', s.drawing->'phrase', 'tickets', s.drawing->'tickets',
                 'since', ${milliseconds(sql`s.began_at`)}, 'lasts', (s.drawing->>'suspense')::int * 1000,
                 'revealsAt', ${milliseconds(sql`s.reveals_at`)}) end,
    'forfeit', (select json_build_object(
                  'forfeits', w.number, 'place', w.place, 'prizeId', w.prize_id, 'reason', f.reason,
                  'ticket', encode(w.ticket, 'hex'))
                from records f join winners w
                  on w.event_id = f.event_id and w.number = f.forfeits and w.place = f.forfeits_place
                where f.event_id = e.id and f.at > now() - ${REVEAL_LASTS}::interval
                  and f.number = (select max(number) from records where event_id = e.id)))
  from stages s where s.event_id = e.id)`;

/** Changes the stage, and publishes it to every page. */
export async function changeStage(
  db: Database | Db,
  eventId: string,
  change: StageChange,
): Promise<Outcome<StageState>> {
  const { prizeId, continued, blank, phrase, suspense, claimMinutes, applause, onlyHere } = change;
  return inTransaction(db, async (tx) => {
    if (prizeId) {
      const prizes = await tx.execute(sql`
        select from prizes where id = ${prizeId} and event_id = ${eventId}`);
      if (prizes === 0) return fail('prize-not-found');
    }
    const settings = [
      suspense !== undefined && sql`suspense = ${suspense}`,
      claimMinutes !== undefined && sql`claim_minutes = ${claimMinutes}`,
      applause !== undefined && sql`applause = ${applause}`,
    ].filter((each) => each !== false);
    if (settings.length > 0) {
      await tx.execute(sql`update events set ${join(settings)} where id = ${eventId}`);
    }
    await setStage(tx, eventId, [
      prizeId !== undefined && sql`prize_id = ${prizeId}`,
      // Clears only this winner: continuing after one winner must not hide the next one.
      continued !== undefined && sql`revealed = nullif(revealed, ${continued})`,
      blank !== undefined && sql`blank = ${blank}`,
      onlyHere !== undefined && sql`only_here = ${onlyHere}`,
      phrase !== undefined && sql`phrase = ${phrase}`,
    ]);
    return publishStage(tx, eventId);
  });
}

/** Updates columns of the stage. */
async function setStage(tx: Db, eventId: string, changes: (Sql | false)[]): Promise<void> {
  const set = changes.filter((change) => change !== false);
  if (set.length === 0) return;
  await tx.execute(sql`update stages s set ${join(set)} where event_id = ${eventId}`);
}

/** Publishes the stage to every page, and returns its state. */
async function publishStage(tx: Db, eventId: string): Promise<Outcome<StageState>> {
  await publish(tx, 'stage', { eventIds: [eventId] });
  const [row] = await tx.query(
    sql`select ${stageJson} as stage from events e where e.id = ${eventId}`,
    {
      row: z.object({ stage: stageState }),
    },
  );
  return row ? succeed(row.stage) : fail('event-not-found');
}

/** Shows the prize of a void draw on the stage again. */
export const showPrize = (tx: Db, eventId: string, prizeId: string | null) =>
  setStage(tx, eventId, [sql`prize_id = ${prizeId}, phrase = ''`]);

/** Shows the prize of a forfeited win again, and removes its winner from the stage. */
export const showForfeit = (
  tx: Db,
  eventId: string,
  { forfeits, prizeId }: { forfeits: number; prizeId: string | null },
) =>
  setStage(tx, eventId, [
    sql`prize_id = ${prizeId}, phrase = '', revealed = nullif(revealed, ${forfeits})`,
  ]);

/** A draw that a presenter has started. */
export interface Begun {
  prizeId: string | null;
  phrase: string;
  count: number | null;
  onlyHere: boolean;
  /** The first digits of some tickets in the draw. */
  tickets: string[];
}

/**
 * Starts a draw on every screen, unless another one is running. Repeating the request with the same id does not
 * extend it.
 */
export async function showDrawing(
  tx: Db,
  eventId: string,
  draw: Begun,
  by: { requestId: string; sessionId: string },
): Promise<Outcome<StageState>> {
  const { prizeId, phrase } = draw;
  const again = sql`s.reveals_at is null and s.request_id = ${by.requestId}`;
  const changed = await tx.execute(sql`
    update stages s set
      -- A draw ends a dark wall. If the draw fails, the prize stays in the centre.
      revealed = null, blank = false, phrase = ${phrase}, prize_id = coalesce(${prizeId}, s.prize_id),
      began_at = case when ${again} then s.began_at else clock_timestamp() end,
      drawing = ${JSON.stringify(draw)}::jsonb || jsonb_build_object(
        'suspense', case when ${again} then (s.drawing->>'suspense')::int else e.suspense end),
      reveals_at = null, request_id = ${by.requestId}, session_id = ${by.sessionId}
    from events e
    where e.id = ${eventId} and s.event_id = e.id and (s.began_at is null or s.reveals_at is not null or ${again})`);
  return changed === 0 ? fail('draw-under-way') : publishStage(tx, eventId);
}

/**
 * Clears a draw that produced no new record. Shows the winner if the request had already been drawn, otherwise the
 * board.
 */
export async function endDrawing(
  db: Database,
  eventId: string,
  requestId: string,
  number?: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await tx.execute(sql`
      update stages set began_at = null, drawing = null, request_id = null, session_id = null,
             revealed = coalesce(${number ?? null}::int, revealed)
      where event_id = ${eventId} and request_id = ${requestId} and reveals_at is null`);
    if (ended > 0) await publishStage(tx, eventId);
  });
}

/** Shows the winners of a draw: soon if every screen has shown its animation, otherwise after the animation. */
export async function showWinners(
  tx: Db,
  eventId: string,
  { number, prizeId, phrase }: { number: number; prizeId: string | null; phrase: string },
): Promise<void> {
  const started = await tx.execute(sql`
    update stages s set
      phrase = '', revealed = ${number}, prize_id = ${prizeId}, request_id = null, session_id = null,
      reveals_at = greatest(clock_timestamp(), ${rollsUntil}) + ${REVEAL_AFTER_MS} * interval '1 millisecond'
    where event_id = ${eventId} and began_at is not null and reveals_at is null
      and drawing->>'prizeId' is not distinct from ${prizeId}::text`);
  if (started > 0) return;
  const drawing = JSON.stringify({ prizeId, phrase, tickets: [] });
  await tx.execute(sql`
    update stages s set
      phrase = '', revealed = ${number}, prize_id = ${prizeId}, request_id = null, session_id = null,
      began_at = clock_timestamp(),
      drawing = ${drawing}::jsonb || jsonb_build_object('suspense', e.suspense),
      reveals_at = clock_timestamp() + e.suspense * interval '1 second'
    from events e where e.id = s.event_id and s.event_id = ${eventId}`);
}

/** A draw whose animation has ended, but which has not been held. */
export interface Overdue extends Begun {
  eventId: string;
  requestId: string;
  /** True if the draw started too long ago to be held now. */
  forgotten: boolean;
  /** The presenter; null if the session has ended, or if the user may no longer access the event. */
  userId: string | null;
  username: string | null;
  sessionId: string;
}

export async function findOverdue(
  db: Db,
  { graceMs, forgottenAfter }: { graceMs: number; forgottenAfter: string },
): Promise<Overdue[]> {
  const rows = await db.query<Omit<Overdue, keyof Begun> & { drawing: Begun }>(sql`
    select s.event_id, s.drawing, s.request_id, s.session_id,
           s.began_at < now() - ${forgottenAfter}::interval as forgotten, u.id as user_id, u.username
    from stages s
    left join sessions on sessions.id = s.session_id
    left join users u on u.id = sessions.user_id
      and u.role = 'admin' and coalesce(s.event_id = any(u.only_events), true)
    where s.began_at is not null and s.reveals_at is null
      and ${rollsUntil} <= clock_timestamp() - ${graceMs} * interval '1 millisecond'`);
  return rows.map(({ drawing, ...row }) => ({ ...row, ...drawing }));
}
