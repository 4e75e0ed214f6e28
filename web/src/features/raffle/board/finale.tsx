import { verifyPath } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { Link } from 'wouter';
import { buttonClasses } from '../../../ui/button.tsx';
import { StageSponsors } from '../stage/stage-footer.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import { finaleLayout, TICKETS_MAX } from './board-layout.ts';
import { WinnersList } from './winners-list.tsx';
import './finale.css';

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
    <div className="projector-finale my-8 flex flex-1 flex-col gap-8">
      <div className="thanks flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div className="flex flex-wrap md:shrink-0 items-center gap-x-6 gap-y-3">
          <h2 ref={heading} tabIndex={-1} className="font-bold text-4xl outline-none md:text-5xl">
            Thank you
          </h2>
          <Link href={verifyPath(eventId)} className={buttonClasses('secondary', 'medium')}>
            Check the draws
          </Link>
        </div>
        <StageSponsors sponsors={sponsors} large />
      </div>
      <WinnersList
        results={results}
        prizes={prizes}
        layout={finaleLayout(results.length)}
        alone
        look={results.length <= TICKETS_MAX ? 'ticket' : 'dense'}
        onForfeit={onForfeit}
      />
    </div>
  );
}
