import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eligibleQuery, raffleQueries, useSealDraw } from '../../features/raffle/api.ts';
import { PresenterTools } from '../../features/raffle/presenter-tools.tsx';
import { SealedDrawTicket } from '../../features/raffle/sealed-draw-ticket.tsx';
import { Stage } from '../../features/raffle/stage.tsx';
import { StageLoading } from '../../features/raffle/stage-loading.tsx';
import { useHallPhrase } from '../../features/raffle/use-hall-phrase.ts';
import { useStage } from '../../features/raffle/use-stage.ts';
import { ApiError, sentenceOf } from '../../lib/api-client.ts';
import { readsOf } from '../../lib/reads.ts';
import { useSession } from '../../lib/session.ts';
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
  const mayDraw = useSession().user?.role === 'admin';
  // Only what the page can do without: a raffle is run where these cannot be read, too.
  const { data: draws } = useQuery(raffleQueries.draws(eventId));
  const { data: eligible } = useQuery(eligibleQuery(eventId, mayDraw));
  const { phase, draw, closeWinner } = useStage(eventId, mayDraw);
  const [sealing, setSealing] = useState(false);
  const sealDraw = useSealDraw(eventId);
  const [phrase, setPhrase] = useHallPhrase(draws?.sealed);
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

  const sealed = draws?.sealed;
  return (
    <Stage
      event={event.data}
      prizes={prizes.data}
      results={results.data}
      // A raffle goes on without its logos.
      sponsors={sponsors.data ?? []}
      draws={draws}
      eligible={eligible}
      phase={phase}
      tools={
        mayDraw && (
          <PresenterTools eligible={eligible} sealing={sealing} onSealingChange={setSealing} />
        )
      }
      sealed={
        sealed && (
          <SealedDrawTicket
            key={sealed.number}
            eventId={eventId}
            sealed={sealed}
            prize={prizes.data.find(({ id }) => id === sealed.prizeId)}
            phrase={phrase}
            onPhraseChange={setPhrase}
            onDraw={
              mayDraw ? (called) => draw({ prizeId: sealed.prizeId, phrase: called }) : undefined
            }
          />
        )
      }
      onDraw={(prizeId) => {
        if (!sealing) draw({ prizeId });
        else if (!sealDraw.isPending) sealDraw.mutate(prizeId);
      }}
      onContinue={closeWinner}
    />
  );
}
