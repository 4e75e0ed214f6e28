import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { StagePhase } from '../stage-phase.ts';
import { GeneralDraw } from './general-draw.tsx';
import { PrizeTicket } from './prize-ticket.tsx';

interface PrizeBoardProps {
  prizes: Prize[];
  results: RaffleResult[];
  phase: StagePhase & { kind: 'idle' };
  /** To everybody else the buttons are quiet: they only explain who draws. */
  mayDraw: boolean;
  /** Nothing while a sealed draw has to come first. */
  onDraw: ((prizeId: string | null) => void) | undefined;
}

export function PrizeBoard({ prizes, results, phase, mayDraw, onDraw }: PrizeBoardProps) {
  const { ended, asking } = phase;
  /** What the ticket of a prize, or of no prize in particular, has to know of the draws. */
  const drawOf = (prizeId: string | null) => ({
    // A sealed draw that has failed goes on from its own ticket.
    ended: onDraw && ended?.prizeId === prizeId ? ended : undefined,
    pending: asking?.prizeId === prizeId,
    mayDraw,
    onDraw: onDraw && (() => onDraw(prizeId)),
  });

  if (prizes.length === 0) return <GeneralDraw {...drawOf(null)} />;
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
            {...drawOf(prize.id)}
          />
        ))}
      </ol>
    </section>
  );
}
