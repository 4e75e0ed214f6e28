import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { classNames } from '../../../lib/class-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import type { StagePhase } from '../stage-phase.ts';
import { useFocusOn } from '../use-focus-on.ts';
import { Confetti } from './confetti.tsx';
import { DrawingFace } from './drawing-face.tsx';
import { TurningTicket } from './turning-ticket.tsx';
import { WinnerFace } from './winner-face.tsx';

interface DrawScreenProps {
  phase: StagePhase & { kind: 'drawing' | 'winner' };
  prize: Prize | undefined;
  /** Names of eligible people, for the presenter only. */
  names: string[] | undefined;
  onContinue: () => void;
  /** For presenters: opens the dialog to forfeit the win. */
  onForfeit: ((winner: RaffleResult) => void) | undefined;
}

/** One ticket in the middle of the stage, which shows its back first and then the winner. */
export function DrawScreen(props: DrawScreenProps) {
  const { phase, prize, names, onContinue, onForfeit } = props;
  const winner = phase.kind === 'winner' ? phase.result : undefined;
  const otherNames = phase.kind === 'winner' ? phase.otherNames : [];
  const tickets = phase.kind === 'drawing' ? (phase.tickets ?? []) : [];
  const still = useMediaQuery(REDUCED_MOTION);
  const continueButton = useFocusOn<HTMLButtonElement>(winner !== undefined);

  return (
    <div className="projector-draw relative flex flex-1 flex-col items-center justify-center gap-8 py-8">
      {winner && !still && <Confetti key={winner.id} />}
      <TurningTicket
        turned={winner !== undefined}
        back={
          <DrawingFace
            resting={winner !== undefined}
            since={phase.kind === 'drawing' ? phase.since : 0}
            prize={prize}
            names={names}
            tickets={tickets}
          />
        }
        front={winner && <WinnerFace winner={winner.winner} prize={prize} />}
      />
      {/* Their space is reserved, so that the ticket does not jump when they appear. */}
      <div className="relative flex flex-col items-center gap-4">
        <div
          className={classNames(
            'flex min-h-13 flex-wrap content-start justify-center gap-x-3',
            onForfeit && 'max-sm:min-h-26',
          )}
        >
          {winner && (
            <Button ref={continueButton} variant="primary" size="large" onClick={onContinue}>
              Continue Raffle
            </Button>
          )}
          {winner && onForfeit && (
            <Button variant="quiet" size="large" onClick={() => onForfeit(winner)}>
              Not here: draw again
            </Button>
          )}
        </div>
        {onForfeit && (
          <p role="status" className="min-h-6 text-balance text-center text-ink-2">
            {otherNames.length > 0 && `Also entered under this number: ${otherNames.join(', ')}`}
          </p>
        )}
      </div>
    </div>
  );
}
