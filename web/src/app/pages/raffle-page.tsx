import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { useQueries } from '@tanstack/react-query';
import { raffleQueries } from '../../features/raffle/api.ts';
import { Stage } from '../../features/raffle/stage.tsx';
import { StageLoading } from '../../features/raffle/stage-loading.tsx';
import { useDraw } from '../../features/raffle/use-draw.ts';
import { ApiError, sentenceOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { TicketNotice } from '../../ui/ticket-notice.tsx';

export function RafflePage({ eventId }: { eventId: string }) {
  const [event, prizes, results, sponsors] = useQueries({
    queries: [
      raffleQueries.event(eventId),
      raffleQueries.prizes(eventId),
      raffleQueries.results(eventId),
      raffleQueries.sponsors(eventId),
    ],
  });
  const { phase, draw, closeWinner } = useDraw(eventId);
  const failed = [event, prizes, results].find((query) => query.isError && !query.data);

  if (event.error instanceof ApiError && event.error.status === 404) {
    return (
      <main className="stage">
        <title>{`Event Not Found · ${PRODUCT_NAME}`}</title>
        <TicketNotice
          title="Event Not Found"
          text="This raffle event doesn't exist or has been removed."
        />
      </main>
    );
  }
  if (failed) {
    return (
      <main className="stage">
        <title>{`Raffle · ${PRODUCT_NAME}`}</title>
        <TicketNotice title="Could not load the raffle" text={sentenceOf(failed.error)}>
          <Button
            onClick={() => {
              for (const query of [event, prizes, results, sponsors]) query.refetch();
            }}
          >
            Try again
          </Button>
        </TicketNotice>
      </main>
    );
  }
  if (!event.data || !prizes.data || !results.data) return <StageLoading />;
  return (
    <Stage
      event={event.data}
      prizes={prizes.data}
      results={results.data}
      // A raffle goes on without its logos.
      sponsors={sponsors.data ?? []}
      phase={phase}
      onDraw={draw}
      onContinue={closeWinner}
    />
  );
}
