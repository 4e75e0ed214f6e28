import type { PublicEvent } from '@drawbridge/contract/events';
import { formatDayLong } from '../../lib/day-formats.ts';
import { Ticket } from '../../ui/ticket.tsx';

/** The event that leads are collected for, in a few lines, so that the form is in reach. */
export function EventLine({ event }: { event: PublicEvent }) {
  return (
    <Ticket
      aria-label={event.name}
      className="break-words px-4 py-1 text-ink-2 text-xs leading-5 md:px-6 md:py-3 md:text-sm"
    >
      <h2 className="inline text-base text-ink leading-5">{event.name}</h2>
      {` · ${formatDayLong(event.date)} · ${event.location}`}
    </Ticket>
  );
}
