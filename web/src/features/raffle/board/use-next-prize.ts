import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useState } from 'react';
import type { StagePhase } from '../stage-phase.ts';

export interface NextPrize {
  /** Undefined when every prize has a winner. */
  next: Prize | undefined;
  undrawn: Prize[];
  /** A new value whenever the prize in the centre should get the focus. */
  focus: object | undefined;
  choose: (step: -1 | 1) => void;
}

/** Keeps the prize in the centre of the stage, whatever other prizes come and go. */
export function useNextPrize(
  prizes: Prize[],
  results: RaffleResult[],
  phase: StagePhase,
): NextPrize {
  const [chosenId, setChosenId] = useState<string>();
  const [focus, setFocus] = useState<object>();
  const [seen, setSeen] = useState<object>();
  const ended = phase.kind === 'idle' ? phase.ended : undefined;
  let wanted = chosenId;
  // A draw that ended without a winner, or whose winner forfeited, is the next one again.
  if (ended !== seen) {
    setSeen(ended);
    setFocus(ended);
    wanted = ended?.prizeId ?? chosenId;
  }
  const undrawn = undrawnPrizes(prizes, results);
  const next = nextPrize(prizes, undrawn, wanted);
  if (next && next.id !== chosenId) setChosenId(next.id);

  return {
    next,
    undrawn,
    focus,
    choose: (step) => {
      setChosenId(neighbourOf(undrawn, next, step)?.id);
      setFocus({});
    },
  };
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
  chosenId: string | undefined,
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
