import { StageOf } from '../../raffle/stage-context.tsx';
import { Wall } from '../../raffle/wall/wall.tsx';

/** The raffle for a projector. It follows the presenter and has no controls, whoever is logged in. */
export function StagePage({ eventId }: { eventId: string }) {
  return (
    <StageOf eventId={eventId} heals screen="wall">
      <Wall />
    </StageOf>
  );
}
