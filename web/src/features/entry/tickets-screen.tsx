import type { PublicEvent } from '@drawbridge/contract/events';
import { rafflePath, verifyPath } from '@drawbridge/contract/pages';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatMomentShort } from '../../lib/day-formats.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { EntryCodeText } from '../../shared/entry-code-text.tsx';
import { type SavedTicket, savedTickets } from '../../shared/saved-entry-codes.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { QrLink } from '../../ui/qr-link.tsx';
import { Ticket, TicketPerforation } from '../../ui/ticket.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { useWins, type Win } from './use-wins.ts';

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

interface TicketStubProps {
  ticket: SavedTicket;
  /** Whether there are others beside it. */
  several: boolean;
  /** Buttons. */
  children?: ReactNode;
}

/** Who has entered, and the entry code as text and as a QR code, which opens the check of the draws. */
function TicketStub({ ticket, several, children }: TicketStubProps) {
  const { eventId, code, name, submittedAt } = ticket;
  const id = useId();
  const hydrated = useHydrated();
  const path = verifyPath(eventId, code);

  return (
    <section aria-labelledby={id} className="flex flex-wrap items-center gap-4 p-4 sm:p-5">
      <QrLink
        path={path}
        label="Entry code as a QR code"
        className="size-28 shrink-0 rounded-s border"
      />
      <div className="min-w-0 flex-1 basis-36">
        <p className="break-words font-semibold text-lg">{name}</p>
        <h2 id={id} className="sr-only">
          Your entry code{several && `, ${name}`}
        </h2>
        <p className="mt-0.5">
          <EntryCodeText code={code} />
        </p>
        <time dateTime={submittedAt} className="mt-0.5 block text-ink-2 text-sm">
          {formatMomentShort(submittedAt, hydrated ? 'local' : 'UTC')}
        </time>
      </div>
      <p className="w-full text-ink-2 text-sm">
        Keep this to {/* Opens in a new tab, because this screen shows the ticket. */}
        <a
          href={path}
          target="_blank"
          rel="noopener"
          className="font-semibold text-accent-ink underline underline-offset-2"
        >
          check the draw
        </a>
      </p>
      {children}
    </section>
  );
}

interface WonPrizesProps {
  wins: readonly Win[];
  /** Whether the device holds several tickets, so that the winner has to be named. */
  several: boolean;
}

/** Says what tickets of this device have won, in the words of the raffle page. */
function WonPrizes({ wins, several }: WonPrizesProps) {
  return (
    <div role="status" className="text-pretty">
      {wins.length > 0 && (
        <p className="mt-3 font-bold font-display text-5xl leading-none">You won.</p>
      )}
      {wins.map(({ id, names, prize }) => (
        <p key={id} className="mt-4 break-words">
          {prize && (
            <span className="block font-display font-semibold text-2xl">
              {prize.name}
              {prize.value && <span className="ml-2 font-medium text-ink-2">{prize.value}</span>}
            </span>
          )}
          {several && <span className="block font-semibold">{names.join(', ')}</span>}
        </p>
      ))}
      {wins.length > 0 && (
        <p className="mt-3 text-ink-2 text-lg">Go to the stage and show this screen.</p>
      )}
    </div>
  );
}
