import type { PublicEvent } from '@drawbridge/contract/events';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDayWithWeekday } from '../../lib/day-formats.ts';
import { Ticket } from '../../ui/ticket.tsx';
import { TicketPerforation } from '../../ui/ticket-perforation.tsx';
import { EntryCode } from './entry-code.tsx';

interface EntryThanksProps {
  eventId: string;
  /** Missing only if the event could not be loaded. */
  event: PublicEvent | undefined;
  entryCode: string;
}

/** The thank-you screen, which looks like a ticket. */
export function EntryThanks({ eventId, event, entryCode }: EntryThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // The form is gone, so the focus moves to the heading and screen readers read the result.
    heading.current?.focus();
  }, []);

  return (
    <Ticket className="w-full animate-rise text-center">
      <div className="flex flex-col items-center px-6 pt-9 pb-8 sm:px-8">
        <span className="mb-5 flex size-14 items-center justify-center rounded-full bg-accent text-on-accent">
          <Check aria-hidden className="size-7" strokeWidth={2.5} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Thank You
        </h1>
        <p className="mt-2 max-w-sm text-pretty text-lg text-ink-2">
          Your information has been submitted successfully. You're now entered in the raffle!
        </p>
      </div>
      <TicketPerforation notches />
      <div className="px-6 py-6 sm:px-8">
        {event && (
          <p className="mb-3 break-words">
            <span className="block font-display font-semibold text-xl">{event.name}</span>
            <span className="block text-ink-2 text-sm">
              {formatDayWithWeekday(event.date)} · {event.location}
            </span>
          </p>
        )}
        <p className="text-pretty font-semibold text-accent-ink">
          Good luck! Winners will be announced at the event.
        </p>
      </div>
      <TicketPerforation notches />
      <EntryCode eventId={eventId} code={entryCode} />
    </Ticket>
  );
}
