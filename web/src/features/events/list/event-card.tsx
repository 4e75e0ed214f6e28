import type { AdminEvent } from '@drawbridge/contract/events';
import { Ticket } from '../../../ui/ticket.tsx';
import { TicketPerforation } from '../../../ui/ticket-perforation.tsx';
import { EventChecklist } from '../checklist/event-checklist.tsx';
import type { EventAction } from '../event-action.ts';
import { EventActions } from './event-actions.tsx';
import { EventCounts } from './event-counts.tsx';
import { EventHeading } from './event-heading.tsx';
import { EventMoney } from './event-money.tsx';

interface EventCardProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
}

/** An event in the grid, as an upright ticket. */
export function EventCard({ event, onAction }: EventCardProps) {
  return (
    <Ticket aria-label={event.name} className="flex h-full flex-col">
      <div className="flex-1 px-4.5 pt-5 pb-4.5">
        <EventHeading event={event} />
      </div>
      <TicketPerforation notches />
      <div className="px-4.5 py-3.5">
        <EventCounts event={event} />
      </div>
      <TicketPerforation />
      <div className="flex flex-col gap-3.5 px-4.5 pt-3.5 pb-4.5">
        <EventMoney event={event} />
        <EventChecklist event={event} onAction={onAction} />
        <div className="grid grid-cols-3 gap-1.5">
          <EventActions onAction={onAction} />
        </div>
      </div>
    </Ticket>
  );
}
