import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import { ticketName } from '../../../lib/ticket-names.ts';
import { useTurningPage } from './use-wall.ts';
import './wall-board.css';
import { t } from '../../../lib/texts.ts';

/** A prize with its winner, or one of the two. */
export interface Row {
  number: number;
  prize: Prize | undefined;
  result: RaffleResult | undefined;
}

/** All prizes in their order, then the winners of general draws; each has a number. */
export function boardRows(prizes: readonly Prize[], results: readonly RaffleResult[]): Row[] {
  const general = results.filter(({ prizeId }) => prizeId === null);
  return [
    ...prizes.map((prize) => ({
      prize,
      result: results.find(({ prizeId }) => prizeId === prize.id),
    })),
    ...general.map((result) => ({ prize: undefined, result })),
  ].map((row, index) => ({ number: index + 1, ...row }));
}

/** The page whose turn it is. All have about as many rows, and never more than can be read from afar. */
export function useRowPages(rows: Row[], atMost: number) {
  const pages = Math.ceil(rows.length / atMost);
  const page = useTurningPage(pages);
  const perPage = Math.ceil(rows.length / pages);
  return { pages, page, perPage, shown: rows.slice(page * perPage, (page + 1) * perPage) };
}

/** What else can be won, and who has won what: names first. */
export function WallBoard({ rows }: { rows: Row[] }) {
  const { pages, page, perPage, shown } = useRowPages(rows, 12);
  const columns = perPage <= 4 ? 1 : 2;
  const layout = { '--columns': columns, '--rows': Math.ceil(perPage / columns) };

  return (
    <section aria-label={t('stage.prizesAndWinners')} className="wall-board">
      <ol key={page} style={layout as CSSProperties}>
        {shown.map(({ number, prize, result }) => (
          <li key={number}>
            <span className="number">{number}</span>
            {result ? (
              <p className="won">
                <strong>
                  <bdi>{result.winner.name}</bdi>
                </strong>{' '}
                <bdi className="prize">{prize?.name ?? ticketName(result.ticket)}</bdi>
              </p>
            ) : (
              <p>
                <bdi>{prize?.name}</bdi>
              </p>
            )}
            {result?.handedOverAt && <HandedOver />}
          </li>
        ))}
      </ol>
      <PageDots pages={pages} page={page} />
    </section>
  );
}

export function HandedOver() {
  return (
    <span className="handed-over">
      <Check aria-hidden />
      <span className="sr-only">{t('visitor.handedOver')}</span>
    </span>
  );
}

/** Which page of how many. */
export function PageDots({ pages, page }: { pages: number; page: number }) {
  if (pages < 2) return null;
  return (
    <div aria-hidden className="wall-dots">
      {Array.from({ length: pages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other identity.
        <span key={index} data-current={index === page || undefined} />
      ))}
    </div>
  );
}
