import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import type { CSSProperties } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { PageDots, useFittedPages } from './pages.tsx';
import { PrizeName } from './prize-name.tsx';

/** The number of winners of one draw that have one column, and the most that are shown at once on the wall. */
const ONE_COLUMN = 6;
const WALL_MAX = 8;
/** The most winners in one column whose tickets are below their names, so that both are large. */
const STACKED = 3;
const NAME_SIZES = [3.6, 3.2, 2.9, 2.6, 2.3, 2.1, 1.9, 1.7, 1.55, 1.4, 1.25, 1.1, 1];

interface WinnerGroupsProps {
  winners: RaffleResult[];
  prize: Prize | undefined;
  /** False while only the tickets are shown. */
  named: boolean;
  wall: boolean;
}

/** 'Winners: 50' */
export const countWinners = (winners: RaffleResult[]) =>
  t('watched.winnersCount', { total: formatCount(winners.length) });

/** Several winners of one draw, group after group, as large as they fit. */
export function WinnerGroups({ winners, prize, named, wall }: WinnerGroupsProps) {
  const maxNames = wall && winners.length > ONE_COLUMN ? WALL_MAX : ONE_COLUMN;
  const { pages, page, perPage, shown, box } = useFittedPages<RaffleResult, HTMLOListElement>(
    winners,
    maxNames,
    NAME_SIZES,
  );
  const columns = perPage > ONE_COLUMN ? 2 : 1;
  const stacked = columns > 1 || perPage <= STACKED;
  const layout = { '--rows': Math.ceil(perPage / columns) } as CSSProperties;

  return (
    <div className="light flex min-h-0 flex-1 flex-col rounded-l bg-paper px-[1.2em] pt-[0.7em] pb-[0.8em] text-ink">
      <h2 className="shrink-0 font-bold text-[1.5em] text-accent-ink">{countWinners(winners)}</h2>
      <ol
        ref={box}
        key={page}
        style={layout}
        className="group grid min-h-0 flex-1 animate-appear auto-cols-fr grid-flow-col grid-rows-[repeat(var(--rows),minmax(0,1fr))] gap-x-[1.5em] text-start"
      >
        {shown.map(({ id, winner, ticket }) => (
          <li
            key={id}
            className={classNames(
              'flex min-w-0 overflow-hidden border-line border-b border-dashed leading-[1.1] rtl:leading-[1.35]',
              stacked
                ? 'flex-col justify-center'
                : // Beside each other where there is room for all of them.
                  'flex-col justify-center @min-[30rem]:flex-row @min-[30rem]:flex-wrap @min-[30rem]:content-center @min-[30rem]:items-baseline @min-[30rem]:justify-between @min-[30rem]:gap-x-[0.8em]',
            )}
          >
            <strong
              data-part="name"
              className={classNames(
                'max-w-full font-display text-[length:var(--fit,1.4em)] group-data-[full=cut]:wrap-anywhere',
                !named && 'invisible',
              )}
            >
              <bdi>{winner.name}</bdi>
            </strong>
            <span className="shrink-0 font-display font-semibold text-[length:max(1rem,var(--fit,1.4em)*0.6)] text-accent-ink tabular-nums">
              {ticketName(ticket)}
            </span>
          </li>
        ))}
      </ol>
      <PageDots pages={pages} page={page} />
      {prize && (
        <p
          data-part="prize"
          className="mt-[0.3em] shrink-0 text-balance font-display font-semibold text-[1.25em] leading-[1.15] rtl:leading-[1.4]"
        >
          <PrizeName of={prize} />
        </p>
      )}
    </div>
  );
}
