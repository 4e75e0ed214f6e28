import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { Confetti } from './confetti.tsx';
import { DrawingFace } from './drawing-face.tsx';
import { TurningTicket } from './turning-ticket.tsx';
import { useFocusWhen } from './use-focus-when.ts';
import { WinnerFace } from './winner-face.tsx';

interface DrawScreenProps {
  /** Nobody as long as the draw is under way. */
  winner: RaffleResult | undefined;
  prize: Prize | undefined;
  names: string[];
  onContinue: () => void;
}

/** One ticket in the middle of the stage: first its back, then the winner. */
export function DrawScreen({ winner, prize, names, onContinue }: DrawScreenProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  const continueButton = useFocusWhen<HTMLButtonElement>(winner !== undefined);

  return (
    <div className="relative flex flex-1 flex-col items-center justify-center gap-8 py-8">
      {winner && !still && <Confetti key={winner.id} />}
      <TurningTicket
        turned={winner !== undefined}
        back={<DrawingFace resting={winner !== undefined} names={names} />}
        front={winner && <WinnerFace winner={winner.winner} prize={prize} />}
      />
      {/* Its place is kept, so that the ticket does not jump when it comes. */}
      <div className="relative h-13">
        {winner && (
          <Button ref={continueButton} variant="primary" size="large" onClick={onContinue}>
            Continue Raffle
          </Button>
        )}
      </div>
    </div>
  );
}
