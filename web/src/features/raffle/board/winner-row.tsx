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
  const line = 'break-words fit:truncate';

  return (
    <li
      className={classNames(
        'group relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b border-dashed flow:py-3.5',
        'fit:min-h-0 fit:flex-col fit:flex-nowrap fit:items-stretch fit:justify-center fit:gap-0 fit:border-t fit:border-b-0',
      )}
    >
      <p
        id={id}
        title={winner.name}
        className={classNames(
          'min-w-0 break-words font-display font-semibold text-xl flow:basis-full',
          winner.name.length > LONG_NAME ? 'fit:text-base' : !roomy && 'fit:text-lg',
          'fit:leading-tight',
          roomy ? 'fit:line-clamp-2' : 'fit:truncate',
        )}
      >
        {winner.name}
      </p>
      <div
        className={classNames(
          'min-w-0 flex-[1_1_12rem] fit:flex-none fit:leading-tight',
          roomy && onForfeit && 'fit:pr-40',
          !roomy && 'fit:flex fit:flex-row-reverse fit:justify-end fit:gap-x-2 fit:text-sm',
        )}
      >
        {winner.email && (
          <p
            title={winner.email}
            className={classNames(line, 'text-ink-2', !roomy && 'fit:min-w-0 fit:flex-1')}
          >
            {winner.email}
          </p>
        )}
        {prize && (
          <p
            title={prize.name}
            className={classNames(line, 'text-accent-ink', !roomy && 'fit:min-w-0 fit:max-w-3/5')}
          >
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
          className={classNames(
            '-mx-3 md:-mx-2.5 fit:absolute fit:right-0 fit:bottom-1.5 fit:mx-0 fit:h-7',
            // Where there is no room for it, it covers a part of its row when it is wanted.
            !roomy &&
              'fit:[@media(hover:hover)]:opacity-0 fit:bg-card fit:focus-visible:opacity-100 fit:group-hover:opacity-100',
          )}
        >
          Not here: draw again
        </Button>
      )}
    </li>
  );
}
