import type { AdminEvent } from '@drawbridge/contract/events';
import { useMemo } from 'react';
import type { EventAction } from '../event-action.ts';
import { EventCard } from './event-card.tsx';
import { sortEvents } from './event-order.ts';
import { EventRow } from './event-row.tsx';
import type { EventsView } from './events-view.ts';
import { eventsLayout } from './events-view.ts';

interface EventListProps {
  events: AdminEvent[];
  view: EventsView;
  onAction: (action: EventAction, eventId: string) => void;
}

export function EventList({ events, view, onAction }: EventListProps) {
  const sorted = useMemo(() => sortEvents(events), [events]);
  const EventTicket = view === 'grid' ? EventCard : EventRow;

  return (
    <ul className={eventsLayout[view]}>
      {sorted.map((event) => (
        <li key={event.id} className="min-w-0">
          <EventTicket event={event} onAction={(action) => onAction(action, event.id)} />
        </li>
      ))}
    </ul>
  );
}
