import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { GeneralDraw } from './general-draw.tsx';
import { PrizeTicket } from './prize-ticket.tsx';

interface PrizeBoardProps {
  prizes: Prize[];
  results: RaffleResult[];
  /** The draw that has just ended; the keyboard goes on from there. */
  lastPrizeId: string | null | undefined;
  /** Nothing while a sealed draw has to come first. */
  onDraw: ((prizeId: string | null) => void) | undefined;
}

export function PrizeBoard({ prizes, results, lastPrizeId, onDraw }: PrizeBoardProps) {
  if (prizes.length === 0) {
    return <GeneralDraw focused={lastPrizeId === null} onDraw={onDraw && (() => onDraw(null))} />;
  }
  return (
    <section aria-labelledby="prizes" className="flex flex-col">
      <h2 id="prizes" className="mb-4 text-2xl">
        Prizes
      </h2>
      {/* A few prizes fill the hall's screen, many keep to their size. */}
      <ol className="grid flex-1 auto-rows-[minmax(min-content,8rem)] grid-cols-1 content-start gap-3">
        {prizes.map((prize, index) => (
          <PrizeTicket
            key={prize.id}
            number={index + 1}
            prize={prize}
            winnerName={results.find(({ prizeId }) => prizeId === prize.id)?.winner.name}
            focused={lastPrizeId === prize.id}
            onDraw={onDraw && (() => onDraw(prize.id))}
          />
        ))}
      </ol>
    </section>
  );
}
