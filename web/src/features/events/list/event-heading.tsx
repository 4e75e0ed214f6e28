import type { AdminEvent } from '@drawbridge/contract/events';
import { CalendarDays, MapPin } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { formatDay } from '../../../lib/day-formats.ts';
import { EventStatusBadge } from './event-status-badge.tsx';

interface EventHeadingProps {
  event: AdminEvent;
  /** Shows a long name in full; in the grid that would stretch all tickets of its row. */
  whole?: boolean;
}

/** Status, name, day and place of an event. */
export function EventHeading({ event, whole = false }: EventHeadingProps) {
  return (
    <div className="min-w-0">
      <EventStatusBadge status={event.status} />
      <h2
        title={event.name}
        className={classNames('mt-2 break-words text-xl', !whole && 'line-clamp-3')}
      >
        {event.name}
      </h2>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-2 text-sm">
        <span className="inline-flex gap-1.5">
          <CalendarDays aria-hidden className={icon} />
          <time dateTime={event.date}>{formatDay(event.date)}</time>
        </span>
        <span className="inline-flex min-w-0 gap-1.5">
          <MapPin aria-hidden className={icon} />
          <span
            title={event.location}
            className={classNames('min-w-0', whole ? 'break-words' : 'line-clamp-2 break-words')}
          >
            {event.location}
          </span>
        </span>
      </p>
    </div>
  );
}

// Aligned with the first line of a text that may have several.
const icon = 'mt-0.75 size-3.5 shrink-0';
