import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { raffleQueries } from '../../features/raffle/api.ts';
import { RaffleStage } from '../../features/raffle/raffle-stage.tsx';
import { StageLoading } from '../../features/raffle/stage/stage-notices.tsx';
import { useStage } from '../../features/raffle/use-stage.ts';
import { ApiError, sentenceOf } from '../../lib/api-client.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { useSession } from '../../lib/session.ts';
import { readsOf } from '../../lib/use-read.ts';
import { useOwnTickets } from '../../shared/own-tickets.ts';
import { savedTickets } from '../../shared/saved-entry-codes.ts';
import { Button } from '../../ui/button.tsx';
import { TicketNotice } from '../../ui/ticket.tsx';

const NONE: never[] = [];

export function RafflePage({ eventId }: { eventId: string }) {
  const [event, prizes, results, sponsors] = useQueries({
    queries: [
      raffleQueries.event(eventId),
      raffleQueries.prizes(eventId),
      raffleQueries.results(eventId),
      raffleQueries.sponsors(eventId),
    ],
  });
  // Follows the live stream from the beginning, also while the page is still being read.
  const { user } = useSession();
  const hydrated = useHydrated();
  const mayDraw = user?.role === 'admin';
  const [saved] = useState(() => savedTickets(eventId));
  // Other people watch the presenter's page.
  const own = useOwnTickets(eventId, mayDraw || !hydrated ? NONE : saved);
  const control = useStage(eventId, mayDraw, own.follow);
  const reads = readsOf(event, prizes, results);

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
  if (reads.failure) {
    return (
      <main className="stage">
        <title>{`Raffle · ${PRODUCT_NAME}`}</title>
        <TicketNotice title="Could not load the raffle" text={sentenceOf(reads.failure.error)}>
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
    <RaffleStage
      eventId={eventId}
      event={event.data}
      prizes={prizes.data}
      results={results.data}
      // The raffle also works without logos.
      sponsors={sponsors.data ?? []}
      control={control}
      tickets={own.tickets}
    />
  );
}
