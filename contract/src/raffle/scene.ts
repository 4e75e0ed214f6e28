// The scene on the stage, as one function of the server's state and time. Every screen computes the same. No zod, so
// that a phone on bad Wi-Fi does not have to load it.

import type { SealedDraw } from '../fair-draw/draws.ts';
import type { Prize } from './prizes.ts';
import type { RaffleResult, StageState } from './raffle.ts';
import type { OpenRollCall } from './roll-calls.ts';

/**
 * Grace period after the animation in which the presenter's page should request the draw; after that the server draws.
 */
export const DRAW_GRACE_MS = 1000;
/** The delay between a draw and its reveal. By then every screen has the result, and all show it together. */
export const REVEAL_AFTER_MS = 200;
/** The time after the animation at which a screen stops waiting for a draw that it has heard nothing of. */
export const GIVE_UP_MS = 8000;

/** The time for which a winning ticket stands alone before the name follows, so that the hall looks at its phones. */
export const NAME_AFTER_MS = 1500;
/** The length of the animation at which the show is plain: the name follows at once. */
const PLAIN_SECONDS = 2;

export type Drawing = NonNullable<StageState['drawing']>;

export type Scene = {
  /** The time at which another scene follows by itself, by the server's clock. */
  until?: number;
} /** Between two draws, or while a roll call is open. */ & (
  | {
      kind: 'idle';
      next: Prize | undefined;
      forfeit: StageState['forfeit'];
      rollCall: OpenRollCall | null;
    }
  | { kind: 'sealed'; sealed: SealedDraw }
  | { kind: 'drawing'; drawing: Drawing; prize: Prize | undefined }
  /** The first winner of the draw, and all of them. `named` is false while only their tickets are shown. */
  | {
      kind: 'winner';
      result: RaffleResult;
      winners: RaffleResult[];
      prize: Prize | undefined;
      named: boolean;
    }
  | { kind: 'finale' }
);

export interface StageView {
  stage: StageState;
  prizes: readonly Prize[];
  results: readonly RaffleResult[];
  sealed: SealedDraw | null;
  rollCall: OpenRollCall | null;
  /** True if the event is over, so that a raffle without prizes has ended as well. */
  ended: boolean;
}

export function sceneOf(
  { stage, prizes, results, sealed, rollCall, ended }: StageView,
  now: number,
): Scene {
  const { drawing, revealed, forfeit } = stage;
  const prizeOf = (prizeId: string | null) => prizes.find(({ id }) => id === prizeId);
  const winners = results.filter(({ number }) => number === revealed);
  const [winner] = winners;
  const until = drawing && (drawing.revealsAt ?? drawing.since + drawing.lasts + GIVE_UP_MS);
  if (drawing && until && now < until && (winner || drawing.revealsAt === null)) {
    return { kind: 'drawing', drawing, prize: prizeOf(drawing.prizeId), until };
  }
  if (winner) {
    const shown = {
      kind: 'winner' as const,
      result: winner,
      winners,
      prize: prizeOf(winner.prizeId),
    };
    const namedAt = drawing && nameTimeOf(drawing);
    return namedAt && now < namedAt
      ? { ...shown, named: false, until: namedAt }
      : { ...shown, named: true };
  }
  if (sealed) return { kind: 'sealed', sealed };
  const undrawn = undrawnPrizes(prizes, results);
  const isOver =
    isAllDrawn(prizes, results) || (prizes.length === 0 && ended && results.length > 0);
  if (isOver && !rollCall) return { kind: 'finale' };
  return { kind: 'idle', next: nextPrize(undrawn, stage.prizeId), forfeit, rollCall };
}

/** True if the event's settings leave room for more than what is specified: a longer animation, or applause. */
export const isLively = ({ suspense, applause }: StageState): boolean =>
  suspense > PLAIN_SECONDS || applause;

/** The time at which the names follow the tickets; undefined in a plain show and before the draw was held. */
function nameTimeOf({ lasts, revealsAt }: Drawing): number | undefined {
  return revealsAt !== null && lasts > PLAIN_SECONDS * 1000 ? revealsAt + NAME_AFTER_MS : undefined;
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
  const index = undrawn.findIndex(({ id }) => id === prize?.id);
  return undrawn.at((index + step) % undrawn.length);
}

const TIMES_KEPT = 8;
/** A larger jump of the clock difference means that a clock was set, or that a message was delayed. */
const JUMP_MS = 30_000;

/**
 * Follows the clock of another machine by its messages. Each is late by its transfer time, so the smallest of the last
 * differences is the best. Older ones are dropped, because clocks drift.
 */
export class FollowedClock {
  #differences: number[] = [];

  /** Updates the difference from a message that has just arrived. */
  follow(time: number, localTime = Date.now()): void {
    const latest = localTime - time;
    const jumped = Math.abs(latest - this.#difference) > JUMP_MS;
    this.#differences = jumped ? [latest] : [...this.#differences, latest].slice(-TIMES_KEPT);
  }

  now(localTime = Date.now()): number {
    return localTime - this.#difference;
  }

  get #difference(): number {
    return this.#differences.length > 0 ? Math.min(...this.#differences) : 0;
  }
}
