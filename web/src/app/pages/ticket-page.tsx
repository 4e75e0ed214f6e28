import type { PublicEvent } from '@drawbridge/contract/events';
import { leadFormPath, PRODUCT_NAME } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TicketsScreen } from '../../features/entry/tickets-screen.tsx';
import { useKeptTickets } from '../../features/entry/use-tickets.ts';
import { raffleQueries } from '../../features/raffle/api.ts';
import { nextPrize, undrawnPrizes } from '../../features/raffle/board/next-prize.ts';
import { useStage } from '../../features/raffle/use-stage.ts';
import { ApiError } from '../../lib/api-client.ts';
import { formatDay } from '../../lib/day-formats.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { useHeldBack, useOwnTickets } from '../../shared/own-tickets.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { TicketNotice } from '../../ui/ticket.tsx';

export function TicketPage({ eventId }: { eventId: string }) {
  const event = useQuery(raffleQueries.event(eventId));
  const hydrated = useHydrated();

  if (event.error instanceof ApiError && event.error.status === 404) {
    return (
      <main>
        <title>{`Event Not Found · ${PRODUCT_NAME}`}</title>
        <TicketNotice
          title="Event Not Found"
          text="This raffle event doesn't exist or has been removed."
        />
      </main>
    );
  }
  if (hydrated) return <TicketsOnDevice eventId={eventId} event={event.data} />;
  return (
    <TicketFrame event={event.data}>
      <noscript>Your ticket is on this device. Switch scripts on to see it.</noscript>
    </TicketFrame>
  );
}

interface TicketFrameProps {
  event: PublicEvent | undefined;
  children: ReactNode;
}

function TicketFrame({ event, children }: TicketFrameProps) {
  return (
    <main className="mx-auto min-h-dvh w-full max-w-115 px-5 pt-5 pb-12">
      <title>{`Your ticket · ${PRODUCT_NAME}`}</title>
      <p className="mb-4 min-h-6 break-words text-ink-2">
        {event && `${event.name} · ${formatDay(event.date)}`}
      </p>
      {children}
    </main>
  );
}

interface TicketsOnDeviceProps {
  eventId: string;
  event: PublicEvent | undefined;
}

/** The event's tickets on this device; a link with a ticket puts it there first. */
function TicketsOnDevice({ eventId, event }: TicketsOnDeviceProps) {
  const saved = useKeptTickets(eventId);
  const own = useOwnTickets(eventId, saved);
  const { phase, stage } = useStage(eventId, false, own.follow);
  // The live stream brings these.
  const { data: prizes = [] } = useQuery({ ...raffleQueries.prizes(eventId), enabled: false });
  const { data: results = [] } = useQuery({ ...raffleQueries.results(eventId), enabled: false });
  const drawing = phase.kind === 'drawing';
  const tickets = useHeldBack(own.tickets, drawing);
  const undrawn = undrawnPrizes(prizes, results);
  const chosen = drawing ? prizes.find(({ id }) => id === phase.prizeId) : undefined;
  const next = chosen ?? nextPrize(prizes, undrawn, stage.prizeId);

  if (saved.length === 0) {
    const open = event?.status !== 'ended';
    return (
      <main>
        <title>{`Your ticket · ${PRODUCT_NAME}`}</title>
        <TicketNotice
          title="No ticket on this device"
          text={
            open
              ? 'Enter the raffle here, or open the link of a ticket that you have on another device.'
              : 'This event has ended. A ticket on another device can be opened there.'
          }
        >
          {open && (
            <Link href={leadFormPath(eventId)} className={buttonClasses('primary', 'large')}>
              Enter the raffle
            </Link>
          )}
        </TicketNotice>
      </main>
    );
  }
  return (
    <TicketFrame event={event}>
      <TicketsScreen
        eventId={eventId}
        event={event}
        tickets={tickets}
        fresh={false}
        next={{
          prizeName: next?.name,
          drawing,
          allDrawn: prizes.length > 0 && undrawn.length === 0,
        }}
      />
    </TicketFrame>
  );
}
