import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useState } from 'react';
import type { StagePhase } from '../stage-phase.ts';
import { neighbourOf, nextPrize, undrawnPrizes } from './next-prize.ts';

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
