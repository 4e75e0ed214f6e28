import { useQueries } from '@tanstack/react-query';
import { raffleQueries } from '../../features/raffle/api.ts';
import { useStage } from '../../features/raffle/use-stage.ts';
import { Wall, WallNotice } from '../../features/raffle/wall/wall.tsx';
import { ApiError } from '../../lib/api-client.ts';

/** Nobody is there to press a button, so a failed read is repeated by itself. */
const READ_AGAIN_MS = 5000;
const healing = {
  refetchInterval: ({ state }: { state: { error: unknown } }) =>
    state.error && !isGone(state.error) ? READ_AGAIN_MS : (false as const),
};

/** The raffle for a projector. It follows the presenter, and there is nothing to operate. */
export function StagePage({ eventId }: { eventId: string }) {
  const [event, prizes, results, sponsors] = useQueries({
    queries: [
      { ...raffleQueries.event(eventId), ...healing },
      { ...raffleQueries.prizes(eventId), ...healing },
      { ...raffleQueries.results(eventId), ...healing },
      raffleQueries.sponsors(eventId),
    ],
  });
  // Nobody draws here, whoever is signed in.
  const control = useStage(eventId, false);

  if (isGone(event.error)) {
    return (
      <WallNotice
        title="Event Not Found"
        text="This raffle event doesn't exist or has been removed."
      />
    );
  }
  if (!event.data || !prizes.data || !results.data) {
    return <WallNotice title="Loading raffle..." />;
  }
  return (
    <Wall
      eventId={eventId}
      event={event.data}
      prizes={prizes.data}
      results={results.data}
      // The raffle also works without logos.
      sponsors={sponsors.data ?? []}
      control={control}
    />
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
