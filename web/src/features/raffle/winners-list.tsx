import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';

interface WinnersListProps {
  results: RaffleResult[];
  prizes: Prize[];
}

export function WinnersList({ results, prizes }: WinnersListProps) {
  return (
    <section aria-labelledby="winners">
      <h2 id="winners" className="mb-4 text-2xl">
        Winners
      </h2>
      {results.length === 0 ? (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">No winners yet</p>
      ) : (
        <ol className="border-line border-t border-dashed">
          {results.map(({ id, prizeId, winner }) => {
            const prize = prizes.find((candidate) => candidate.id === prizeId);
            return (
              <li key={id} className="border-line border-b border-dashed py-3.5">
                <p className="break-words font-display font-semibold text-xl">{winner.name}</p>
                {winner.email && <p className="break-words text-ink-2">{winner.email}</p>}
                {prize && <p className="break-words text-accent-ink">{prize.name}</p>}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
