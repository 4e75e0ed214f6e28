import type { PublicEvent } from '@drawbridge/contract/events';
import { rafflePath } from '@drawbridge/contract/pages';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { type SavedTicket, savedTickets } from '../../shared/saved-entry-codes.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Ticket } from '../../ui/ticket.tsx';
import { TicketPerforation } from '../../ui/ticket-perforation.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketStub } from './ticket-stub.tsx';
import { useWins } from './use-wins.ts';
import { WonPrizes } from './won-prizes.tsx';

interface TicketsScreenProps {
  eventId: string;
  /** Missing only if the event could not be loaded. */
  event: PublicEvent | undefined;
  /** Newest first. */
  tickets: readonly SavedTicket[];
  /** Whether the first one has just been entered. */
  fresh: boolean;
  /** Missing if the event takes no more entries. */
  onAnother: (() => void) | undefined;
  /** The sponsors. */
  children: ReactNode;
}

/** The thank-you screen, and the tickets on this device. */
export function TicketsScreen({
  eventId,
  event,
  tickets,
  fresh,
  onAnother,
  children,
}: TicketsScreenProps) {
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const wins = useWins(eventId, tickets, fresh);
  const [newest] = tickets;
  const won = new Set(wins.flatMap(({ codes }) => codes));
  const waiting = tickets.some(({ code }) => !won.has(code));
  const several = tickets.length > 1;
  const kept = hydrated && savedTickets(eventId).some(({ code }) => code === newest?.code);

  useEffect(() => {
    // The form is gone, so the focus moves to the heading and screen readers read the result.
    heading.current?.focus();
  }, []);

  const actionsOf = (ticket: SavedTicket) =>
    hydrated && <TicketActions event={event} ticket={ticket} size={several ? 'medium' : 'large'} />;

  if (!newest) return null;
  return (
    <div className="flex flex-col gap-5">
      <Ticket className="animate-rise">
        <div className="px-6 pt-6 pb-5 text-center">
          <h1
            ref={heading}
            tabIndex={-1}
            className={classNames(
              'outline-none',
              wins.length > 0 && !fresh
                ? 'font-bold font-text text-accent-ink text-sm uppercase tracking-widest'
                : 'text-3xl',
            )}
          >
            {fresh ? 'Thank You' : several ? 'Your tickets' : 'Your ticket'}
          </h1>
          {fresh && (
            <p className="mt-2 text-pretty text-ink-2">
              Your information has been submitted successfully. You're now entered in the raffle!
            </p>
          )}
          <WonPrizes wins={wins} several={several} />
        </div>
        <TicketPerforation notches />
        {tickets.map((ticket, index) => (
          <div key={ticket.code}>
            {index > 0 && <TicketPerforation />}
            <TicketStub ticket={ticket} several={several}>
              {several && actionsOf(ticket)}
            </TicketStub>
          </div>
        ))}
      </Ticket>
      <div className="text-ink-2 text-sm">
        {waiting && <p>Your entry counts once the team has verified it.</p>}
        {kept && <p>{several ? 'These tickets stay' : 'This ticket stays'} on this device.</p>}
        {!hydrated && <p>Take a picture of this page to keep your ticket.</p>}
      </div>
      <div className="flex flex-col gap-2.5">
        <a href={rafflePath(eventId)} className={buttonClasses('primary', 'large')}>
          Watch the draw live
        </a>
        {!several && actionsOf(newest)}
      </div>
      {children}
      {waiting && (
        <p className="text-pretty text-center text-ink-2">
          Good luck! Winners will be announced at the event.
        </p>
      )}
      {onAnother && hydrated && (
        <Button variant="quiet" onClick={onAnother} className="self-center">
          Enter another person
        </Button>
      )}
    </div>
  );
}
