import './board.css';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { UserX } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../email-text.tsx';
import { useFit } from '../use-fit.ts';
import type { Grid } from './board-layout.ts';

interface WinnersListProps {
  results: RaffleResult[];
  prizes: Prize[];
  layout: Grid;
  /** The rows' look; `ticket` is for few winners who have the screen to themselves. */
  look: 'roomy' | 'dense' | 'ticket';
  /** Whether nothing else is on the screen, so that a projector needs no heading. */
  alone?: boolean;
  /** For presenters: opens the dialog to forfeit the win. */
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

const ROW_SIZES = [1.1875, 1.0625, 0.9375, 0.875, 0.8125, 0.75, 0.6875, 0.625, 0.5625, 0.5];
const TICKET_SIZES = [4.5, 3.5, 2.75, 2.25, 1.875, 1.5, ...ROW_SIZES];

/** Rows on the stage, or tickets. */
const looks = {
  row: {
    list: 'border-line border-t border-dashed',
    item: 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b border-dashed py-3.5 *:first:basis-full [&_.details]:flex-[1_1_12rem]',
  },
  ticket: {
    list: 'flex flex-col gap-3',
    item: 'light flex flex-col gap-1 rounded-m bg-paper px-6 py-4 text-center text-ink',
  },
};

export function WinnersList(props: WinnersListProps) {
  const { results, prizes, layout, look, alone, onForfeit } = props;
  const rows = results.map((result) => {
    const place = prizes.findIndex(({ id }) => id === result.prizeId);
    return { result, prize: prizes[place], number: place + 1 };
  });
  const texts = rows.map(({ result, prize }) => [
    result.winner.name,
    result.ticket,
    result.winner.email,
    prize?.name,
    prize?.value,
  ]);
  const list = useFit<HTMLOListElement>(
    look === 'ticket' ? TICKET_SIZES : ROW_SIZES,
    JSON.stringify([texts, layout, look, onForfeit !== undefined]),
  );
  const classes = looks[look === 'ticket' ? 'ticket' : 'row'];

  return (
    <section
      aria-labelledby="winners"
      className={`projector-winners ${look} flex min-h-0 min-w-0 flex-col`}
    >
      <h2 id="winners" className={classNames('mb-4 text-2xl', alone && 'projector-sr-only')}>
        Winners
      </h2>
      {results.length === 0 ? (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">No winners yet</p>
      ) : (
        <ol
          ref={list}
          style={{ '--columns': layout.columns, '--rows': layout.rows } as CSSProperties}
          className={classes.list}
        >
          {rows.map((row) => (
            <WinnerRow
              key={row.result.id}
              {...row}
              className={classes.item}
              onForfeit={onForfeit}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface WinnerRowProps {
  result: RaffleResult;
  prize: Prize | undefined;
  /** The prize's number in the list; 0 for a general draw. */
  number: number;
  className: string;
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

function WinnerRow({ result, prize, number, className, onForfeit }: WinnerRowProps) {
  const { id, winner, ticket } = result;

  return (
    <li className={`projector-winner relative ${className}`}>
      <p id={id} className="name min-w-0 break-words font-display font-semibold text-xl">
        {winner.name}{' '}
        <span className="ticket-name font-medium text-ink-2">{ticketName(ticket)}</span>
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
