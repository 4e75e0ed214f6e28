import { PRODUCT_NAME } from '@drawbridge/contract/product';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { eligibleQuery, raffleQueries, useSealDraw, useSignIn } from '../../features/raffle/api.ts';
import { PresenterTools } from '../../features/raffle/presenter/presenter-tools.tsx';
import { SealedDrawTicket } from '../../features/raffle/presenter/sealed-draw-ticket.tsx';
import { useHallPhrase } from '../../features/raffle/presenter/use-hall-phrase.ts';
import { Stage } from '../../features/raffle/stage/stage.tsx';
import { StageLoading } from '../../features/raffle/stage/stage-loading.tsx';
import { useStage } from '../../features/raffle/use-stage.ts';
import { ApiError, sentenceOf } from '../../lib/api-client.ts';
import { readsOf } from '../../lib/reads.ts';
import { useSession } from '../../lib/session.ts';
import { PresenterReadiness } from '../../shared/presenter-readiness.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TicketNotice } from '../../ui/ticket-notice.tsx';

// Loaded on demand, because only presenters need it and it imports the form library.
const ForfeitDialog = lazy(() =>
  import('../../features/raffle/presenter/forfeit-dialog.tsx').then((module) => ({
    default: module.ForfeitDialog,
  })),
);

export function RafflePage({ eventId }: { eventId: string }) {
  const [event, prizes, results, sponsors] = useQueries({
    queries: [
      raffleQueries.event(eventId),
      raffleQueries.prizes(eventId),
      raffleQueries.results(eventId),
      raffleQueries.sponsors(eventId),
    ],
  });
  const { user } = useSession();
  const mayDraw = user?.role === 'admin';
  // These reads are optional: the raffle also works without them.
  const { data: draws } = useQuery(raffleQueries.draws(eventId));
  const { data: eligible } = useQuery(eligibleQuery(eventId, mayDraw));
  const { phase, draw, closeWinner, noteForfeit } = useStage(eventId);
  const signIn = useSignIn();
  const [sealing, setSealing] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const [forfeiting, setForfeiting] = useState<RaffleResult>();
  const sealDraw = useSealDraw(eventId);
  const [phrase, setPhrase] = useHallPhrase(draws?.sealed);
  const reads = readsOf(event, prizes, results);
  // A draw that starts closes the dialog, because everybody wants to see it.
  if (explaining && phase.kind !== 'idle') setExplaining(false);

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
  const board = phase.kind === 'idle' ? phase : undefined;
  const prizeOf = (prizeId: string | null) => prizes.data.find(({ id }) => id === prizeId);

  function pressDraw(prizeId: string | null) {
    if (!mayDraw) setExplaining(true);
    else if (!sealing) draw({ prizeId });
    else if (!sealDraw.isPending) sealDraw.mutate(prizeId);
  }

  return (
    <>
      <Stage
        event={event.data}
        prizes={prizes.data}
        results={results.data}
        // The raffle also works without logos.
        sponsors={sponsors.data ?? []}
        draws={draws}
        eligible={eligible}
        phase={phase}
        mayDraw={mayDraw}
        tools={
          mayDraw && (
            <>
              <PresenterReadiness eventId={eventId} />
              <PresenterTools eligible={eligible} sealing={sealing} onSealingChange={setSealing} />
            </>
          )
        }
        sealed={
          sealed && (
            <SealedDrawTicket
              key={sealed.number}
              eventId={eventId}
              sealed={sealed}
              prize={prizeOf(sealed.prizeId)}
              phrase={phrase}
              onPhraseChange={setPhrase}
              sealedHere={
                sealDraw.data?.commitment === sealed.commitment ? sealDraw.data : undefined
              }
              ended={board?.ended?.prizeId === sealed.prizeId ? board.ended : undefined}
              pending={board?.asking !== undefined}
              onDraw={
                mayDraw ? (called) => draw({ prizeId: sealed.prizeId, phrase: called }) : undefined
              }
            />
          )
        }
        onDraw={pressDraw}
        onContinue={closeWinner}
        onForfeit={setForfeiting}
      />
      {explaining && (
        <ConfirmDialog
          title="Only the organiser can draw"
          description={
            user
              ? 'You see every draw here as it happens. You are signed in as a volunteer, and only organisers can draw.'
              : 'You see every draw here as it happens. If you run this event, sign in to draw.'
          }
          confirmLabel={user ? 'Sign in as an administrator' : 'Sign in'}
          onConfirm={signIn}
          onClose={() => setExplaining(false)}
        />
      )}
      {forfeiting && (
        <Suspense>
          <ForfeitDialog
            result={forfeiting}
            prize={prizeOf(forfeiting.prizeId)}
            onForfeited={noteForfeit}
            onClose={() => setForfeiting(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
