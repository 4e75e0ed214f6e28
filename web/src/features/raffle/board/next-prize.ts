import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';

export interface NextPrize {
  /** Undefined when every prize has a winner. */
  next: Prize | undefined;
  undrawn: Prize[];
  /** A new value whenever the prize in the centre should get the focus. */
  focus: object | undefined;
}

/** The prizes without a standing winner, in their order. */
export function undrawnPrizes(prizes: readonly Prize[], results: readonly RaffleResult[]): Prize[] {
  const drawn = new Set(results.map(({ prizeId }) => prizeId));
  return prizes.filter(({ id }) => !drawn.has(id));
}

/**
 * The prize in the centre of the stage: the chosen one until it is drawn, then the one that follows it.
 * Prizes that are added meanwhile do not take its place.
 */
export function nextPrize(
  prizes: readonly Prize[],
  undrawn: readonly Prize[],
  chosenId: string | null,
): Prize | undefined {
  const chosen = prizes.findIndex(({ id }) => id === chosenId);
  const following = prizes.slice(chosen < 0 ? 0 : chosen);
  return following.find((prize) => undrawn.includes(prize)) ?? undrawn[0];
}

/** The undrawn prize before (-1) or after (1) this one; the last is followed by the first. */
export function neighbourOf(
  undrawn: readonly Prize[],
  prize: Prize | undefined,
  step: -1 | 1,
): Prize | undefined {
  const place = undrawn.findIndex(({ id }) => id === prize?.id);
  return undrawn.at((place + step) % undrawn.length);
}
