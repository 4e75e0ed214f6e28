import { verifyPath } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../../../lib/texts.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { SponsorLogos } from '../../sponsors/sponsor-logos.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
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

interface FinaleProps {
  eventId: string;
  prizes: Prize[];
  results: RaffleResult[];
  sponsors: PublicSponsor[];
  /** A new value whenever the last draw has ended. */
  focus: object | undefined;
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

/** The end of the raffle: every prize has a winner. */
export function Finale({ eventId, prizes, results, sponsors, focus, onForfeit }: FinaleProps) {
  const heading = useFocusOn<HTMLHeadingElement>(focus);

  return (
    <div className="my-8 flex flex-1 flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div className="flex flex-wrap md:shrink-0 items-center gap-x-6 gap-y-3">
          <h2 ref={heading} tabIndex={-1} className="font-bold text-4xl outline-none md:text-5xl">
            {t('workspace.thankYou')}
          </h2>
          <Link href={verifyPath(eventId)} className={buttonClasses('secondary', 'medium')}>
            {t('workspace.checkDraws')}
          </Link>
        </div>
        {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} large />}
      </div>
      <WinnersList results={results} prizes={prizes} look="ticket" onForfeit={onForfeit} />
    </div>
  );
}
