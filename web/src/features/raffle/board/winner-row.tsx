import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { UserX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../email-text.tsx';

interface WinnerRowProps {
  result: RaffleResult;
  prize: Prize | undefined;
  /** The prize's number in the list; 0 for a general draw. */
  number: number;
  className: string;
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

export function WinnerRow({ result, prize, number, className, onForfeit }: WinnerRowProps) {
  const { id, winner } = result;

  return (
    <li className={`projector-winner relative ${className}`}>
      <p id={id} className="name min-w-0 break-words font-display font-semibold text-xl">
        {winner.name}
      </p>
      {onForfeit && (
        <Button
          variant="quiet"
          size="small"
          aria-describedby={id}
          onClick={() => onForfeit(result)}
          className="forfeit order-last -mx-3 md:-mx-2.5"
        >
          <UserX aria-hidden className="icon hidden" />
          <span className="words">Not here: draw again</span>
        </Button>
      )}
      <div className="details min-w-0 break-words">
        {winner.email && (
          <p title={winner.email} className="email text-ink-2">
            <EmailText email={winner.email} />
          </p>
        )}{' '}
        {prize && (
          <p title={prize.name} className="prize text-accent-ink">
            <span className="tabular-nums">{number}</span> <span>{prize.name}</span>
            {prize.value && <span className="value ml-2 text-ink-2">{prize.value}</span>}
          </p>
        )}
      </div>
    </li>
  );
}
