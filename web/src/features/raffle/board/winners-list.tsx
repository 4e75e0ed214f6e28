import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { classNames } from '../../../lib/class-names.ts';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { ticketName } from '../../../lib/ticket-names.ts';
import { Button } from '../../../ui/button.tsx';
import { HandedOver } from '../draw/draw-screen.tsx';
import { EmailText } from '../email-text.tsx';

interface WinnersListProps {
  results: RaffleResult[];
  prizes: Prize[];
  look: 'row' | 'ticket';
  /** For presenters: opens the dialog to forfeit the win. */
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

/** Rows on the stage, or tickets. */
const looks = {
  row: {
    list: 'border-line border-t border-dashed',
    item: 'border-line border-b border-dashed py-3.5',
    winner: '',
    prize: 'justify-between text-accent-ink',
  },
  ticket: {
    list: 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3',
    item: 'light flex flex-col text-center text-ink',
    winner:
      'ticket-upper flex flex-1 flex-col justify-center rounded-t-m bg-paper px-6 py-5 [--notch:0.75rem]',
    prize:
      'ticket-lower justify-center rounded-b-m bg-paper px-6 py-4 font-semibold [--notch:0.75rem]',
  },
};

export function WinnersList({ results, prizes, look, onForfeit }: WinnersListProps) {
  const classes = looks[look];

  return (
    <section aria-labelledby="winners" className="min-w-0">
      <h2 id="winners" className="mb-4 text-2xl">
        {t('workspace.winners')}
      </h2>
      {results.length === 0 ? (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">
          {t('workspace.noWinnersYet')}
        </p>
      ) : (
        <ol className={classes.list}>
          {results.map((result) => {
            const place = prizes.findIndex(({ id }) => id === result.prizeId);
            return (
              <Winner
                key={result.id}
                result={result}
                prize={prizes[place]}
                number={place + 1}
                classes={classes}
                onForfeit={onForfeit}
              />
            );
          })}
        </ol>
      )}
    </section>
  );
}

interface WinnerProps {
  result: RaffleResult;
  prize: Prize | undefined;
  /** The prize's number in the list; 0 for a general draw. */
  number: number;
  classes: (typeof looks)['row'];
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

function Winner({ result, prize, number, classes, onForfeit }: WinnerProps) {
  const { id, winner, ticket } = result;

  return (
    <li className={classNames('min-w-0 break-words', classes.item)}>
      <div className={classes.winner}>
        <p id={id} className="font-display font-semibold text-xl">
          <bdi>{winner.name}</bdi>{' '}
          <span className="font-medium text-ink-2">{ticketName(ticket)}</span>
        </p>
        {winner.email && (
          <p className="text-ink-2">
            <EmailText email={winner.email} />
          </p>
        )}
      </div>
      {(prize || onForfeit) && (
        <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-1', classes.prize)}>
          {prize && (
            <p className="min-w-0">
              <span className="tabular-nums">{number}</span> <OwnText of={prize} />
              {prize.value && (
                <span className="ms-2 text-ink-2">
                  <bdi>{prize.value}</bdi>
                </span>
              )}
            </p>
          )}
          {onForfeit && result.handedOverAt && <HandedOver />}
          {onForfeit && !result.handedOverAt && (
            <Button
              variant="quiet"
              size="small"
              aria-describedby={id}
              onClick={() => onForfeit(result)}
              className="forfeit -mx-3 md:-mx-2.5"
            >
              {t('presenter.notHereDrawAgain')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
