import { foldPhrase } from '@drawbridge/contract/draws';
import type { ProblemCode } from '@drawbridge/contract/errors';
import type { Source } from '@drawbridge/contract/fair-draw/arithmetic';
import type { StageState } from '@drawbridge/contract/raffle';
import { DRAW_GRACE_MS } from '@drawbridge/contract/scene';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';
import { fail, type Outcome, Problem, unwrap } from '../../errors.ts';
import { audited } from '../audit-log.ts';
import { underLock } from './chain-store.ts';
import { type DrawRequest, drawUnderLock } from './draw-store.ts';
import { sampleTickets } from './people-store.ts';
import { putOnStage } from './stage-store.ts';

const LOOK_EVERY_MS = 1000;
/** A start that nobody could finish for so long, because the server was down, is given up: the hall has gone on. */
const FORGOTTEN = '5 minutes';

interface Start extends Omit<DrawRequest, 'conductedBy'> {
  /** Of the draw that has to follow. */
  requestId: string;
  sessionId: string;
}

/** Begins a draw on every screen. Asked for again under the same id, it goes on. */
export async function startDraw(db: Database, start: Start): Promise<Outcome<StageState>> {
  const { eventId, prizeId, phrase, winners = null, requestId, sessionId } = start;
  return underLock(db, eventId, async (tx) => {
    const obstacle = await findObstacle(tx, eventId, prizeId, phrase);
    if (obstacle) return fail(obstacle);
    const begun = await tx.execute(sql`
      insert into staged_draws as s
        (event_id, prize_id, phrase, winners, tickets, request_id, session_id, suspense)
      select id, ${prizeId}, ${phrase}, ${winners}::int, ${await sampleTickets(tx, eventId)}, ${requestId},
             ${sessionId}, suspense
      from events where id = ${eventId}
      on conflict (event_id) do update set
        (prize_id, phrase, winners, tickets, request_id, session_id, suspense, began_at, reveals_at) =
          (excluded.prize_id, excluded.phrase, excluded.winners, excluded.tickets, excluded.request_id,
           excluded.session_id,
           -- Repeated, it does not last longer.
           case when s.reveals_at is null then s.suspense else excluded.suspense end,
           case when s.reveals_at is null then s.began_at else excluded.began_at end, null)
      where s.reveals_at is not null or s.request_id = excluded.request_id`);
    if (begun === 0) return fail('draw-under-way');
    // Nobody sees a draw in the dark. If it fails, the prize stays in the centre.
    return putOnStage(tx, eventId, [
      sql`stage_revealed = null, stage_blank = false, stage_phrase = ${phrase}`,
      prizeId !== null && sql`stage_prize_id = ${prizeId}`,
    ]);
  });
}

/** Ends a start that no draw has ended: with the winner if it was answered before, and otherwise on the board. */
export async function endStart(
  db: Database,
  eventId: string,
  requestId: string | undefined,
  number?: number,
): Promise<void> {
  if (!requestId) return;
  await inTransaction(db, async (tx) => {
    const ended = await tx.execute(sql`
      delete from staged_draws
      where event_id = ${eventId} and request_id = ${requestId} and reveals_at is null`);
    if (ended === 0) return;
    await putOnStage(tx, eventId, [number !== undefined && sql`stage_revealed = ${number}`]);
  });
}

/**
 * Holds the draws whose presenters have gone. Every process looks for them, and the id of the draw lets it happen
 * once, also if the presenter asks for it after all.
 */
export class AbandonedDraws {
  readonly #db: Database;
  readonly #writes: WriteMonitor;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(db: Database, writes: WriteMonitor) {
    this.#db = db;
    this.#writes = writes;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Looks when a draw that begins now and lasts so long is overdue. */
  expectDraw(lasts: number): void {
    setTimeout(() => this.#look(), lasts + DRAW_GRACE_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  #look(): void {
    if (this.#closed) return;
    this.#looking ??= this.#holdAll()
      .catch((error) => this.#writes.report(error, 'draws that have begun have to wait'))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #holdAll(): Promise<void> {
    const overdue = await this.#db.query<Overdue>(sql`
      select s.event_id, s.prize_id, s.phrase, s.winners, s.request_id, s.session_id,
             s.began_at < now() - ${FORGOTTEN}::interval as forgotten, u.id as user_id, u.username
      from staged_draws s
      left join sessions on sessions.id = s.session_id
      left join users u on u.id = sessions.user_id
        and u.role = 'admin' and coalesce(s.event_id = any(u.only_events), true)
      where s.reveals_at is null
        and s.began_at + s.suspense * interval '1 second'
          <= clock_timestamp() - ${DRAW_GRACE_MS} * interval '1 millisecond'`);
    for (const start of overdue) {
      // One that fails must not keep the others waiting.
      await holdDraw(this.#db, start).catch((error) =>
        this.#writes.report(error, 'a draw could not be held'),
      );
    }
  }
}

interface Overdue extends Omit<Start, 'winners'> {
  winners: number | null;
  forgotten: boolean;
  /** Null if the session has ended, or the event is no longer the presenter's. */
  userId: string | null;
  username: string | null;
}

/** Makes the call that the presenter would have made. */
async function holdDraw(db: Database, start: Overdue): Promise<void> {
  const { eventId, prizeId, phrase, requestId, sessionId, userId, username } = start;
  const winners = start.winners ?? undefined;
  if (start.forgotten || !userId || !username) return endStart(db, eventId, requestId);
  const body = { id: requestId, prizeId, phrase, winners };
  const describe = () =>
    JSON.stringify(['POST', '/api/events/:eventId/draw-winner', { eventId }, body]);
  const actor = { id: userId, username, sessionId, request: { id: requestId, describe } };
  try {
    const { number } = await audited(
      db,
      actor,
      async (tx) => unwrap(await drawStarted(tx, { ...start, winners, conductedBy: userId })),
      (drawn) => ({ kind: 'winner-drawn', eventId, details: { draw: drawn.number, by: 'server' } }),
    );
    await endStart(db, eventId, requestId, number);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await endStart(db, eventId, requestId);
  }
}

function drawStarted(db: Db, request: DrawRequest & Start) {
  return underLock(db, request.eventId, async (tx, chain) => {
    const open = await tx.execute(sql`
      select from staged_draws
      where event_id = ${request.eventId} and request_id = ${request.requestId} and reveals_at is null`);
    return open > 0 ? drawUnderLock(tx, chain, request) : fail('draw-not-found');
  });
}

/** The reason why a draw is not possible now, if any. Checked before anybody sees it begin. */
async function findObstacle(
  db: Db,
  eventId: string,
  prizeId: string | null,
  phrase: string,
): Promise<ProblemCode | undefined> {
  const [now] = await db.query<{
    sealed: boolean;
    otherSealed: boolean;
    source: Source['kind'] | null;
    prize: boolean;
    drawn: boolean | null;
    anybody: boolean;
  }>(
    sql`
    select s.number is not null as sealed,
           s.number is not null and s.prize_id is distinct from ${prizeId}::uuid as other_sealed,
           ${prizeId}::uuid is null or exists (
             select from prizes where id = ${prizeId} and event_id = e.id) as prize,
           s.source,
           (select quantity from prizes where id = ${prizeId}) <= (
             select count(*) from draws d where d.prize_id = ${prizeId} and d.state = 'drawn'
               and d.forfeited_by is null) as drawn,
           exists (select from eligible_leads(${eventId})) as anybody
    from events e left join draws s on s.event_id = e.id and s.state = 'open'
    where e.id = ${eventId}`,
    // One plan for all events would read the whole table for a small event.
    { replan: true },
  );
  if (!now) return 'event-not-found';
  if (now.otherSealed) return 'draw-sealed';
  if (now.source === 'beacon') return 'beacon-awaited';
  if (now.source === 'phrase' && !foldPhrase(phrase)) return 'phrase-not-possible';
  if (!now.prize) return 'prize-not-found';
  if (now.drawn) return 'prize-already-drawn';
  return now.anybody || now.sealed ? undefined : 'nobody-eligible';
}
