import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { ReactNode } from 'react';
import type { StagePhase } from '../stage-phase.ts';
import type { NextPrize } from './next-prize.ts';
import { PrizeBoard } from './prize-board.tsx';
import { WinnersList } from './winners-list.tsx';

interface BoardProps {
  prizes: Prize[];
  results: RaffleResult[];
  phase: StagePhase & { kind: 'idle' };
  nextPrize: NextPrize;
  /** The ticket of a sealed draw, in the place of the next prize. */
  sealedTicket: ReactNode;
  sealed: { prizeId: string | null } | undefined;
  mayDraw: boolean;
  /** Whether the next prize is above the board already, on the presenter's phone. */
  remote: boolean;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  onDraw: (prizeId: string | null) => void;
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

/** The stage between draws: the prizes that are left beside the winners so far. */
export function Board(props: BoardProps) {
  const { prizes, results, phase, nextPrize, sealedTicket, sealed, mayDraw, obstacle } = props;

  return (
    <div className="my-6 grid flex-1 md:my-6 grid-cols-1 content-start gap-8 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] lg:gap-10">
      <div className="flex min-w-0 flex-col gap-8">
        {sealedTicket}
        <PrizeBoard
          prizes={prizes}
          {...nextPrize}
          hero={!sealed && !props.remote}
          sealed={sealed}
          phase={phase}
          mayDraw={mayDraw}
          obstacle={obstacle}
          // The button of the general draw is on the remote.
          onDraw={sealed || (props.remote && prizes.length === 0) ? undefined : props.onDraw}
        />
      </div>
      <WinnersList results={results} prizes={prizes} look="row" onForfeit={props.onForfeit} />
    </div>
  );
}
