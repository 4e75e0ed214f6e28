import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { PrizeName } from '../scenes/prize-name.tsx';
import { EmailText } from '../scenes/winner-texts.tsx';
import { useStage } from '../stage-context.tsx';
import type { WonTicket } from '../tickets/own-tickets.ts';

/** A prize with its winners; a general draw has no prize. */
export interface PrizeGroup {
  number: number;
  prize: Prize | undefined;
  winners: RaffleResult[];
}

/**
 * The winners by prize, in the order of the prizes, then those of general draws. A prize that this device has won comes
 * first, and in it the device's own win.
 */
export function groupByPrize(
  prizes: readonly Prize[],
  results: readonly RaffleResult[],
  isOwn: (result: RaffleResult) => boolean,
): PrizeGroup[] {
  const winnersOf = (prizeId: string | null) =>
    results.filter((result) => result.prizeId === prizeId).toSorted(byOwn);
  const byOwn = (one: RaffleResult, other: RaffleResult) =>
    Number(isOwn(other)) - Number(isOwn(one));
  const groups: PrizeGroup[] = [...prizes, undefined].map((prize, index) => ({
    ...{ number: index + 1, prize, winners: winnersOf(prize?.id ?? null) },
  }));
  const hasOwn = ({ winners }: PrizeGroup) => Number(winners.some(isOwn));
  return groups
    .filter(({ winners }) => winners.length > 0)
    .toSorted((one, other) => hasOwn(other) - hasOwn(one));
}

/** The number of winners of a prize above which the others are in a list that opens. */
const LISTED_MAX = 8;

interface PrizeWinnersProps {
  /** The wins of this device. */
  own: readonly WonTicket[];
  /** Shows each prize as a ticket, for the end of the raffle. */
  tickets: boolean;
}

/** One card per prize, with its name once and its winners below. */
export function PrizeWinners({ own, tickets }: PrizeWinnersProps) {
  const { prizes, results } = useStage();
  const isOwn = ({ number, place }: RaffleResult) =>
    own.some(({ status: { win } }) => win.number === number && win.place === place);

  return (
    <ol
      className={classNames(
        'grid grid-cols-1 items-start',
        tickets ? 'gap-4 md:grid-cols-2 xl:grid-cols-3' : 'gap-y-5',
      )}
    >
      {groupByPrize(prizes, results, isOwn).map(({ number, prize, winners }) => (
        <li
          key={number}
          className={tickets ? 'light min-w-0 rounded-l bg-paper px-5 py-4 text-ink' : 'min-w-0'}
        >
          <h3 className="flex min-w-0 items-baseline gap-2 border-line border-b border-dashed pb-2 text-lg">
            <span className="shrink-0 text-accent-ink tabular-nums">{number}</span>
            <span className="min-w-0 break-words">
              {prize ? <PrizeName of={prize} /> : t('workspace.generalDraw')}
              {prize?.value && <bdi className="font-normal text-ink-2"> {prize.value}</bdi>}
            </span>
          </h3>
          <Winners winners={winners.slice(0, LISTED_MAX)} isOwn={isOwn} />
          {winners.length > LISTED_MAX && (
            <details>
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent-ink underline underline-offset-2">
                {t('visitor.morePrizes', { count: winners.length - LISTED_MAX })}
              </summary>
              <Winners winners={winners.slice(LISTED_MAX)} isOwn={isOwn} />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

interface WinnersProps {
  winners: RaffleResult[];
  isOwn: (result: RaffleResult) => boolean;
}

function Winners({ winners, isOwn }: WinnersProps) {
  return (
    <ul className="mt-2 flex flex-col gap-2">
      {winners.map((result) => (
        <li key={result.id} className="min-w-0 break-words">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <strong className="min-w-0 font-semibold text-lg">
              <bdi>{result.winner.name}</bdi>
            </strong>
            <span className="text-ink-2">{ticketName(result.ticket)}</span>
            {isOwn(result) && <Badge tone="ok">{t('workspace.you')}</Badge>}
          </p>
          {result.winner.email && (
            <p className="text-ink-2 text-sm">
              <EmailText email={result.winner.email} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
