import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { classNames } from '../../../lib/class-names.ts';
import { EmailText } from '../email-text.tsx';

interface WinnerFaceProps {
  winner: RaffleResult['winner'];
  prize: Prize | undefined;
}

export function WinnerFace({ winner, prize }: WinnerFaceProps) {
  return (
    <div className="light @container flex flex-1 flex-col text-center text-ink">
      <div
        className={classNames(
          'flex flex-1 flex-col items-center justify-center bg-paper px-6 py-9 md:px-12',
          prize ? 'ticket-upper rounded-t-l' : 'rounded-l',
        )}
      >
        <h2 className="font-bold text-accent-ink text-xl tracking-[0.3em] [margin-right:-0.3em]">
          WINNER!
        </h2>
        <p
          className={classNames(
            'mt-4 w-full text-balance break-words font-bold font-display leading-none tracking-tight',
            nameSize(winner.name),
          )}
        >
          {winner.name}
        </p>
        {winner.email && (
          <p className="mt-5 w-full text-balance break-words text-ink-2 text-lg md:text-2xl">
            <EmailText email={winner.email} />
          </p>
        )}
      </div>
      {prize && (
        <div className="ticket-lower rounded-b-l bg-paper px-6 py-7 md:px-12">
          <p className="break-words font-display font-semibold text-2xl md:text-3xl">
            <span>{prize.name}</span>
            {prize.value && <span className="ml-3 font-medium text-ink-2">{prize.value}</span>}
          </p>
        </div>
      )}
    </div>
  );
}

/** Longer names get a smaller font, so that they fit the ticket. */
function nameSize(name: string): string {
  if (name.length <= 16) return 'text-[clamp(2.25rem,11cqi,7rem)]';
  if (name.length <= 32) return 'text-[clamp(2rem,7.5cqi,5rem)]';
  return 'text-[clamp(1.5rem,4.5cqi,3rem)]';
}
