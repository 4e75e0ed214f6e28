import type { ProblemCode } from '@drawbridge/contract/core/errors';
import { foldPhrase } from '@drawbridge/contract/fair-draw/sealed/phrase';
import type { Source } from '@drawbridge/contract/fair-draw/sealed/seal';
import type { StageState } from '@drawbridge/contract/raffle/raffle';
import { DRAW_GRACE_MS } from '@drawbridge/contract/raffle/scene';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';
import { fail, type Outcome, Problem } from '../../errors.ts';
import { withEventLock } from '../draws/chain-store.ts';
import { type DrawRequest, holdDraw } from '../draws/draw-store.ts';
import { sampleTickets } from '../rosters/eligible-store.ts';
import { endDrawing, findOverdue, type Overdue, showDrawing } from './stage-store.ts';

const POLL_INTERVAL_MS = 1000;
/** A staged draw that could not be held for this long, because the server was down, is cancelled. */
const ABANDONED_AFTER = '5 minutes';

type Start = Omit<DrawRequest, 'conductedBy' | 'requestId'> & {
  /** The id of the request that will hold the draw. */
  requestId: string;
  sessionId: string;
};

/** Starts a draw on every screen. Repeating the request with the same id continues it. */
export async function startDraw(db: Database, start: Start): Promise<Outcome<StageState>> {
  const { eventId, prizeId, phrase, count = null, onlyHere = false } = start;
  return withEventLock(db, eventId, async (tx) => {
    const obstacle = await findDrawProblem(tx, start);
    if (obstacle) return fail(obstacle);
    const tickets = await sampleTickets(tx, eventId);
    return showDrawing(tx, eventId, { prizeId, phrase, count, onlyHere, tickets }, start);
  });
}

/**
 * Holds overdue draws for presenters who have left. Every server polls for them. The request id ensures that a draw
 * is held once, even if the presenter's page requests it after all.
 */
export class OverdueDrawRunner {
  readonly #db: Database;
  readonly #writes: WriteMonitor;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(db: Database, writes: WriteMonitor) {
    this.#db = db;
    this.#writes = writes;
    this.#timer = setInterval(() => this.#look(), POLL_INTERVAL_MS).unref();
  }

  /** Checks again when a draw that starts now will be overdue. */
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
    const overdue = await findOverdue(this.#db, {
      graceMs: DRAW_GRACE_MS,
      forgottenAfter: ABANDONED_AFTER,
    });
    for (const draw of overdue) {
      // A failed draw must not block the others.
      await this.#holdOne(draw).catch((error) =>
        this.#writes.report(error, 'a draw could not be held'),
      );
    }
  }

  async #holdOne(draw: Overdue): Promise<void> {
    const { eventId, prizeId, phrase, onlyHere, requestId, userId, username, sessionId } = draw;
    if (draw.forgotten || !userId || !username) return endDrawing(this.#db, eventId, requestId);
    const presenter = { id: userId, username, sessionId };
    const count = draw.count ?? undefined;
    const request = { eventId, prizeId, phrase, count, onlyHere, requestId };
    try {
      await holdDraw(this.#db, presenter, request, 'server');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await endDrawing(this.#db, eventId, requestId);
    }
  }
}

/** The reason why a draw is not possible now, if there is one. It is checked before the animation starts. */
async function findDrawProblem(
  db: Db,
  { eventId, prizeId, phrase, onlyHere }: Start,
): Promise<ProblemCode | undefined> {
  const [now] = await db.query<{
    sealed: boolean;
    otherSealed: boolean;
    source: Source['kind'] | null;
    prize: boolean;
    drawn: boolean | null;
    rollCall: string | null;
    anybody: boolean;
  }>(
    sql`
    select s.number is not null as sealed,
           s.number is not null and s.prize_id is distinct from ${prizeId}::uuid as other_sealed,
           ${prizeId}::uuid is null or exists (
             select from prizes where id = ${prizeId} and event_id = e.id) as prize,
           s.source,
           (select quantity from prizes where id = ${prizeId}) <= (
             select count(*) from winners w where w.prize_id = ${prizeId} and w.forfeited_by is null) as drawn,
           last.roll_call,
           exists (select from eligible_leads(${eventId})
                   where not ${onlyHere ?? false}::bool or here = last.roll_call) as anybody
    from events e left join records s on s.event_id = e.id and s.kind = 'sealed'
    cross join lateral (select max(number) as roll_call from roll_calls where event_id = e.id) last
    where e.id = ${eventId}`,
    // One plan for all events would read the whole table for a small event.
    { replan: true },
  );
  if (!now) return 'event-not-found';
  if (now.otherSealed) return 'draw-sealed';
  if (now.source === 'beacon') return 'beacon-awaited';
  if (now.source === 'phrase') {
    const folded = foldPhrase(phrase);
    if ('problem' in folded) return folded.problem;
  }
  if (!now.prize) return 'prize-not-found';
  if (now.drawn) return 'prize-already-drawn';
  if (now.sealed) return undefined;
  if (onlyHere && now.rollCall === null) return 'no-roll-call';
  return now.anybody ? undefined : 'nobody-eligible';
}
