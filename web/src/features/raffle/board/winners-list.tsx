import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { CSSProperties } from 'react';
import { type Grid, ROOMY_WINNERS } from './board-layout.ts';
import { WinnerRow } from './winner-row.tsx';

interface WinnersListProps {
  results: RaffleResult[];
  prizes: Prize[];
  layout: Grid;
  /** For presenters: opens the dialog to forfeit the win. */
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

export function WinnersList({ results, prizes, layout, onForfeit }: WinnersListProps) {
  const roomy = results.length <= ROOMY_WINNERS * layout.columns && layout.rows <= ROOMY_WINNERS;

  return (
    <section aria-labelledby="winners" className="projector-winners flex min-h-0 min-w-0 flex-col">
      <h2 id="winners" className="mb-4 text-2xl">
        Winners
      </h2>
      {results.length === 0 ? (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">No winners yet</p>
      ) : (
        <div>
          <ol
            style={
              {
                '--columns': layout.columns,
                '--rows': layout.rows,
                '--row': `max(2.25rem, min(${roomy ? '6rem' : '3.5rem'}, 100cqh / ${layout.rows}))`,
              } as CSSProperties
            }
            className="border-line border-t border-dashed"
          >
            {results.map((result) => (
              <WinnerRow
                key={result.id}
                result={result}
                prize={prizes.find(({ id }) => id === result.prizeId)}
                number={prizes.findIndex(({ id }) => id === result.prizeId) + 1}
                roomy={roomy}
                onForfeit={onForfeit}
              />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
