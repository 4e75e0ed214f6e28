import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';

interface WinnerRowProps {
  result: RaffleResult;
  prize: Prize | undefined;
  /** The prize's number in the list; 0 for a general draw. */
  number: number;
  /** Whether each detail has its own line on a projector; otherwise there are two lines. */
  roomy: boolean;
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

/** Names that are longer than this get a smaller font, so that two lines hold them. */
const LONG_NAME = 36;

export function WinnerRow({ result, prize, number, roomy, onForfeit }: WinnerRowProps) {
  const { id, winner } = result;

  return (
    <li
      className={classNames(
        'projector-winner relative flex flex-col gap-y-1 border-line border-b border-dashed py-3.5',
        roomy && 'roomy',
      )}
    >
      <p
        id={id}
        title={winner.name}
        className={classNames(
          'name min-w-0 break-words font-display font-semibold text-xl',
          winner.name.length > LONG_NAME && 'long',
        )}
      >
        {winner.name}
      </p>
      <div className="details flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="lines min-w-0 flex-[1_1_12rem]">
          {winner.email && (
            <p title={winner.email} className="email projector-one-line break-words text-ink-2">
              {winner.email}
            </p>
          )}
          {prize && (
            <p title={prize.name} className="prize projector-one-line break-words text-accent-ink">
              <span className="tabular-nums">{number}</span> <span>{prize.name}</span>
              {prize.value && <span className="ml-2 text-ink-2">{prize.value}</span>}
            </p>
          )}
        </div>
        {onForfeit && (
          <Button
            variant="quiet"
            size="small"
            aria-describedby={id}
            onClick={() => onForfeit(result)}
            className="-mx-3 md:-mx-2.5"
          >
            Not here: draw again
          </Button>
        )}
      </div>
    </li>
  );
}
