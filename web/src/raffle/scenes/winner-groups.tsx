import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import type { CSSProperties } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { PageDots, usePages } from './pages.tsx';
import { PrizeName } from './prize-name.tsx';

/** The number of winners of one draw shown at once, on the wall and on a page. */
const GROUP = { wall: 12, page: 6 };

interface WinnerGroupsProps {
  winners: RaffleResult[];
  prize: Prize | undefined;
  wall: boolean;
}

/** 'Winners: 50' */
export const countWinners = (winners: RaffleResult[]) =>
  t('watched.winnersCount', { total: formatCount(winners.length) });

/** Several winners of one draw, group after group. */
export function WinnerGroups({ winners, prize, wall }: WinnerGroupsProps) {
  const { pages, page, perPage, shown } = usePages(winners, wall ? GROUP.wall : GROUP.page);
  const rows = { '--rows': Math.min(perPage, GROUP.page) } as CSSProperties;

  return (
    <div className="light flex min-h-0 flex-1 flex-col rounded-l bg-paper px-[1.2em] py-[0.8em] text-ink">
      <h2 className="shrink-0 font-bold text-[1.5em] text-accent-ink">{countWinners(winners)}</h2>
      <ol
        key={page}
        style={rows}
        className={classNames(
          'grid min-h-0 flex-1 animate-appear auto-cols-fr grid-flow-col grid-rows-[repeat(var(--rows),minmax(0,1fr))] gap-x-[1.5em] text-start',
          wall ? 'text-[1.6em]' : 'text-[1.15em]',
        )}
      >
        {shown.map(({ id, winner, ticket }) => (
          <li
            key={id}
            className="flex min-w-0 items-center gap-[0.5em] border-line border-b border-dashed"
          >
            <strong className="min-w-0 flex-1 truncate font-display">
              <bdi>{winner.name}</bdi>
            </strong>
            <span className="shrink-0 text-[0.7em] text-accent-ink tabular-nums">
              {ticketName(ticket)}
            </span>
          </li>
        ))}
      </ol>
      <PageDots pages={pages} page={page} />
      {prize && (
        <p className="mt-[0.3em] shrink-0 truncate font-display font-semibold text-[1.25em]">
          <PrizeName of={prize} />
        </p>
      )}
    </div>
  );
}
