import { isGone, useRaffle } from '../../features/raffle/api.ts';
import { useStage } from '../../features/raffle/use-stage.ts';
import { Wall, WallNotice } from '../../features/raffle/wall/wall.tsx';

/** Nobody is there to press a button, so a failed read is repeated by itself. */
const READ_AGAIN_MS = 5000;
const healing = {
  refetchInterval: ({ state }: { state: { error: unknown } }) =>
    state.error && !isGone(state.error) ? READ_AGAIN_MS : (false as const),
};

/** The raffle for a projector. It follows the presenter, and there is nothing to operate. */
export function StagePage({ eventId }: { eventId: string }) {
  const { raffle, gone } = useRaffle(eventId, healing);
  // Nobody draws here, whoever is signed in.
  const control = useStage(eventId, false);

  if (gone) {
    return (
      <WallNotice
        title="Event Not Found"
        text="This raffle event doesn't exist or has been removed."
      />
    );
  }
  if (!raffle) return <WallNotice title="Loading raffle..." />;
  return <Wall eventId={eventId} {...raffle} control={control} />;
}
