import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { StagePhase } from '../stage-phase.ts';
import { GeneralDraw } from './general-draw.tsx';
import { PrizeTicket } from './prize-ticket.tsx';

interface PrizeBoardProps {
  prizes: Prize[];
  results: RaffleResult[];
  phase: StagePhase & { kind: 'idle' };
  /** For everybody else the buttons only explain who can draw. */
  mayDraw: boolean;
  /** Undefined while a sealed draw has to be finished first. */
  onDraw: ((prizeId: string | null) => void) | undefined;
}

export function PrizeBoard({ prizes, results, phase, mayDraw, onDraw }: PrizeBoardProps) {
  const { ended, asking } = phase;
  /** The draw props of a prize's ticket, or of the general draw. */
  const drawOf = (prizeId: string | null) => ({
    // After a sealed draw has failed, its own ticket takes the focus.
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
      {/* A few prizes fill the screen; many keep their size. */}
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
