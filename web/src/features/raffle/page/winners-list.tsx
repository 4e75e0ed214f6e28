import type { RaffleResult } from '@drawbridge/contract/raffle';
import { classNames } from '../../../lib/class-names.ts';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { ticketName } from '../../../lib/ticket-names.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../email-text.tsx';
import { HandedOver } from '../scenes/handed-over.tsx';
import { useStage } from '../stage-context.tsx';

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

/** The winners so far, in rows; at the end as tickets. */
export function WinnersList({ tickets = false }: { tickets?: boolean }) {
  const { results } = useStage();
  const look = looks[tickets ? 'ticket' : 'row'];

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
        <ol className={look.list}>
          {results.map((result) => (
            <Winner key={result.id} result={result} look={look} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface WinnerProps {
  result: RaffleResult;
  look: (typeof looks)['row'];
}

function Winner({ result, look }: WinnerProps) {
  const { prizes, forfeit } = useStage();
  const { id, winner, ticket } = result;
  const place = prizes.findIndex((prize) => prize.id === result.prizeId);
  const prize = prizes[place];

  return (
    <li className={classNames('min-w-0 break-words', look.item)}>
      <div className={look.winner}>
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
      {(prize || forfeit) && (
        <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-1', look.prize)}>
          {prize && (
            <p className="min-w-0">
              <span className="tabular-nums">{place + 1}</span> <OwnText of={prize} />
              {prize.value && (
                <span className="ms-2 text-ink-2">
                  <bdi>{prize.value}</bdi>
                </span>
              )}
            </p>
          )}
          {forfeit && result.handedOverAt && <HandedOver />}
          {forfeit && !result.handedOverAt && (
            <Button
              variant="quiet"
              size="small"
              aria-describedby={id}
              onClick={() => forfeit(result)}
              className="quietable -mx-3 md:-mx-2.5"
            >
              {t('presenter.notHereDrawAgain')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
