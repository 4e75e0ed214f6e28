import { DRAW_ANIMATION_MS } from '@drawbridge/contract/raffle';
import { useEffect, useRef, useState } from 'react';
import { useDrawWinner } from './api.ts';
import type { StagePhase } from './stage-phase.ts';

interface Draw {
  phase: StagePhase;
  draw: (prizeId: string | null) => void;
  closeWinner: () => void;
}

/** Leads the stage through a draw that is started here: two seconds of waiting, the call, the winner. */
export function useDraw(eventId: string): Draw {
  const [phase, setPhase] = useState<StagePhase>({ kind: 'idle' });
  const drawWinner = useDrawWinner(eventId);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Who leaves the page within the two seconds has not drawn.
  useEffect(() => () => clearTimeout(wait.current), []);

  function draw(prizeId: string | null) {
    if (phase.kind !== 'idle') return;
    setPhase({ kind: 'drawing', prizeId });
    clearTimeout(wait.current);
    wait.current = setTimeout(
      () =>
        drawWinner.mutate(prizeId, {
          onSuccess: (result) => setPhase({ kind: 'winner', result }),
          onError: () => setPhase({ kind: 'idle', lastPrizeId: prizeId }),
        }),
      DRAW_ANIMATION_MS,
    );
  }

  function closeWinner() {
    if (phase.kind === 'winner') setPhase({ kind: 'idle', lastPrizeId: phase.result.prizeId });
  }

  return { phase, draw, closeWinner };
}
