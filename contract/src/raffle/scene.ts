// The scene on the stage, as one function of the server's state and time. Every screen computes the same. No zod, so
// that a phone on bad Wi-Fi does not have to load it.

import type { SealedDraw } from '../fair-draw/draws.ts';
import type { Prize } from './prizes.ts';
import type { RaffleResult, StageState } from './raffle.ts';

/**
 * Grace period after the animation in which the presenter's page should request the draw; after that the server draws.
 */
export const DRAW_GRACE_MS = 1000;
/** The delay between a draw and its reveal. By then every screen has the result, and all show it together. */
export const REVEAL_AFTER_MS = 200;
/** The time after the animation at which a screen stops waiting for a draw that it has heard nothing of. */
export const GIVE_UP_MS = 8000;

export type Drawing = NonNullable<StageState['drawing']>;

export type Scene = {
  /** The time at which another scene follows by itself, by the server's clock. */
  until?: number;
} & (
  | { kind: 'idle'; next: Prize | undefined; forfeit: StageState['forfeit'] }
  | { kind: 'sealed'; sealed: SealedDraw }
  | { kind: 'drawing'; drawing: Drawing; prize: Prize | undefined }
  /** The first winner of the draw, and all of them. */
  | { kind: 'winner'; result: RaffleResult; winners: RaffleResult[]; prize: Prize | undefined }
  | { kind: 'finale' }
);

export interface StageView {
  stage: StageState;
  prizes: readonly Prize[];
  results: readonly RaffleResult[];
  sealed: SealedDraw | null;
  /** True if the event is over, so that a raffle without prizes has ended as well. */
  ended: boolean;
}

export function sceneOf({ stage, prizes, results, sealed, ended }: StageView, now: number): Scene {
  const { drawing, revealed, forfeit } = stage;
  const prizeOf = (prizeId: string | null) => prizes.find(({ id }) => id === prizeId);
  const winners = results.filter(({ number }) => number === revealed);
  const [winner] = winners;
  const until = drawing && (drawing.revealsAt ?? drawing.since + drawing.lasts + GIVE_UP_MS);
  if (drawing && until && now < until && (winner || drawing.revealsAt === null)) {
    return { kind: 'drawing', drawing, prize: prizeOf(drawing.prizeId), until };
  }
  if (winner) return { kind: 'winner', result: winner, winners, prize: prizeOf(winner.prizeId) };
  if (sealed) return { kind: 'sealed', sealed };
  const undrawn = undrawnPrizes(prizes, results);
  if (isAllDrawn(prizes, results) || (prizes.length === 0 && ended && results.length > 0)) {
    return { kind: 'finale' };
  }
  return { kind: 'idle', next: nextPrize(undrawn, stage.prizeId), forfeit };
}

/** The round of the public beacon that decides a draw; undefined if a phrase does. */
export function roundOf({ source }: SealedDraw): number | undefined {
  return source.kind === 'beacon' ? source.round : undefined;
}

/** The prizes with fewer standing winners than their quantity, in their order. */
export function undrawnPrizes(prizes: readonly Prize[], results: readonly RaffleResult[]): Prize[] {
  return prizes.filter((prize) => countDrawn(prize, results) < prize.quantity);
}

export const isAllDrawn = (prizes: readonly Prize[], results: readonly RaffleResult[]): boolean =>
  prizes.length > 0 && undrawnPrizes(prizes, results).length === 0;

/** The number of standing winners of a prize. */
export function countDrawn({ id }: Prize, results: readonly RaffleResult[]): number {
  return results.filter(({ prizeId }) => prizeId === id).length;
}

/** The chosen prize until it is drawn, then the first one in the organiser's order. */
const nextPrize = (undrawn: readonly Prize[], chosenId: string | null): Prize | undefined =>
  undrawn.find(({ id }) => id === chosenId) ?? undrawn[0];

/** The undrawn prize before (-1) or after (1) this one; the last is followed by the first. */
export function neighbourOf(
  undrawn: readonly Prize[],
  prize: Prize | undefined,
  step: -1 | 1,
): Prize | undefined {
  const place = undrawn.findIndex(({ id }) => id === prize?.id);
  return undrawn.at((place + step) % undrawn.length);
}

const TIMES_KEPT = 8;
/** A clock difference that jumps by more means that a clock was set, or that a message was delayed. */
const JUMP_MS = 30_000;

/**
 * Follows the clock of another machine by its messages. Each is late by its transfer time, so the smallest of the last
 * differences is the best. Older ones are dropped, because clocks drift.
 */
export class FollowedClock {
  #differences: number[] = [];

  /** Updates the difference from a message that has just arrived. */
  follow(time: number, here = Date.now()): void {
    const latest = here - time;
    const jumped = Math.abs(latest - this.#difference) > JUMP_MS;
    this.#differences = jumped ? [latest] : [...this.#differences, latest].slice(-TIMES_KEPT);
  }

  now(here = Date.now()): number {
    return here - this.#difference;
  }

  get #difference(): number {
    return this.#differences.length > 0 ? Math.min(...this.#differences) : 0;
  }
}
