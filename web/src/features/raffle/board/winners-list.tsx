import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { Button } from '../../../ui/button.tsx';

interface WinnersListProps {
  results: RaffleResult[];
  prizes: Prize[];
  /** For presenters: opens the dialog to forfeit the win. */
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

export function WinnersList({ results, prizes, onForfeit }: WinnersListProps) {
  return (
    <section aria-labelledby="winners">
      <h2 id="winners" className="mb-4 text-2xl">
        Winners
      </h2>
      {results.length === 0 ? (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">No winners yet</p>
      ) : (
        <ol className="border-line border-t border-dashed">
          {results.map((result) => {
            const { id, prizeId, winner } = result;
            const prize = prizes.find((candidate) => candidate.id === prizeId);
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b border-dashed py-3.5"
              >
                <div className="min-w-0 flex-[1_1_12rem]">
                  <p id={id} className="break-words font-display font-semibold text-xl">
                    {winner.name}
                  </p>
                  {winner.email && <p className="break-words text-ink-2">{winner.email}</p>}
                  {prize && <p className="break-words text-accent-ink">{prize.name}</p>}
                </div>
                {onForfeit && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-describedby={id}
                    onClick={() => onForfeit(result)}
                    className="-mx-3 md:-mx-2.5"
                  >
                    Not here: draw again
                  </Button>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
