import type { PublicEvent } from '@drawbridge/contract/events';
import { formatDayLong } from '../../lib/day-formats.ts';
import { Ticket } from '../../ui/ticket.tsx';

/** The event that leads are collected for, in one line, so that the form is in reach; a press shows all of it. */
export function EventLine({ event }: { event: PublicEvent }) {
  return (
    <Ticket aria-label={event.name}>
      <details className="group">
        <summary className="cursor-pointer list-none truncate rounded-l px-4 py-1.5 text-ink-2 text-sm group-open:whitespace-normal group-open:break-words md:px-6 md:py-3 [&::-webkit-details-marker]:hidden">
          <h2 className="inline text-base text-ink [text-wrap:inherit]">{event.name}</h2>
          {` · ${formatDayLong(event.date)} · ${event.location}`}
        </summary>
      </details>
    </Ticket>
  );
}
