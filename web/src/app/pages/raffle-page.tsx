import { useState } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { organises, useSession } from '../../lib/api/session.ts';
import { RaffleStage } from '../../raffle/page/raffle-stage.tsx';
import { StageOf } from '../../raffle/stage-context.tsx';
import { useOwnTickets } from '../../raffle/tickets/own-tickets.ts';
import { savedTickets } from '../../raffle/tickets/saved-entry-codes.ts';

const NONE: never[] = [];

export function RafflePage({ eventId }: { eventId: string }) {
  const { user } = useSession();
  const hydrated = useHydrated();
  const [saved] = useState(() => savedTickets(eventId));
  // A presenter's page shows no tickets, because other people watch it.
  const own = useOwnTickets(eventId, organises(user, eventId) || !hydrated ? NONE : saved);

  return (
    <StageOf eventId={eventId} onLive={own.follow} presents>
      <RaffleStage tickets={own.tickets} onAnswered={own.refresh} />
    </StageOf>
  );
}
