import type { PublicEvent } from '@drawbridge/contract/events';
import { CalendarDays, MapPin } from 'lucide-react';
import { formatDayLong } from '../../lib/day-formats.ts';
import { Ticket } from '../../ui/ticket.tsx';

/** The event that the volunteer is collecting leads for. */
export function EventTicket({ event }: { event: PublicEvent }) {
  return (
    <Ticket aria-label={event.name} className="px-4 py-4 md:px-6">
      <h2 className="break-words text-2xl">{event.name}</h2>
      <p className="mt-1.5 flex items-center gap-2 text-ink-2">
        <CalendarDays aria-hidden className="size-4 shrink-0" />
        {formatDayLong(event.date)}
      </p>
      <p className="flex items-center gap-2 break-words text-ink-2">
        <MapPin aria-hidden className="size-4 shrink-0" />
        {event.location}
      </p>
    </Ticket>
  );
}
