import { useState } from 'react';
import { RaffleStage } from '../../features/raffle/page/raffle-stage.tsx';
import { StageOf } from '../../features/raffle/stage-context.tsx';
import { useOwnTickets } from '../../features/tickets/own-tickets.ts';
import { savedTickets } from '../../features/tickets/saved-entry-codes.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { organises, useSession } from '../../lib/session.ts';

const NONE: never[] = [];

export function RafflePage({ eventId }: { eventId: string }) {
  const { user } = useSession();
  const hydrated = useHydrated();
  const [saved] = useState(() => savedTickets(eventId));
  // Other people watch the presenter's page.
  const own = useOwnTickets(eventId, organises(user, eventId) || !hydrated ? NONE : saved);

  return (
    <StageOf eventId={eventId} onLive={own.follow} presents>
      <RaffleStage tickets={own.tickets} />
    </StageOf>
  );
}
