import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTurningPage } from './use-wall.ts';
import './wall-board.css';

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
    <section aria-label="Prizes and winners" className="wall-board">
      <ol key={page} style={layout as CSSProperties}>
        {shown.map(({ number, prize, result }) => (
          <li key={number}>
            <span className="number">{number}</span>
            {result ? (
              <p className="won">
                <strong>{result.winner.name}</strong>{' '}
                <span className="prize">{prize?.name ?? ticketName(result.ticket)}</span>
              </p>
            ) : (
              <p>{prize?.name}</p>
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
      <span className="sr-only">Handed over</span>
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
