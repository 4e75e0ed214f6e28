import { verifyPath } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { Link } from 'wouter';
import { SponsorLogos } from '../../../shared/sponsor-logos.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import { WinnersList } from './winners-list.tsx';

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
            Thank you
          </h2>
          <Link href={verifyPath(eventId)} className={buttonClasses('secondary', 'medium')}>
            Check the draws
          </Link>
        </div>
        {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} large />}
      </div>
      <WinnersList results={results} prizes={prizes} look="ticket" onForfeit={onForfeit} />
    </div>
  );
}
