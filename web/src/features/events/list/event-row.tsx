import type { AdminEvent } from '@drawbridge/contract/events';
import { Ticket } from '../../../ui/ticket.tsx';
import { TicketPerforation } from '../../../ui/ticket-perforation.tsx';
import { EventChecklist } from '../checklist/event-checklist.tsx';
import type { EventAction } from '../event-action.ts';
import { EventActions } from './event-actions.tsx';
import { EventCounts } from './event-counts.tsx';
import { EventHeading } from './event-heading.tsx';
import { EventMoney } from './event-money.tsx';

interface EventRowProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
}

/** An event in the list, as a horizontal ticket with the figures on the stub. */
export function EventRow({ event, onAction }: EventRowProps) {
  return (
    <Ticket aria-label={event.name} className="flex flex-col lg:flex-row">
      <div className="flex min-w-0 flex-1 flex-col justify-between gap-4 px-4.5 py-4">
        <EventHeading event={event} whole />
        <EventChecklist event={event} onAction={onAction} />
        <div className="grid grid-cols-3 items-center gap-1.5 lg:flex">
          <EventActions compact onAction={onAction} />
        </div>
      </div>
      <TicketPerforation notches sideways />
      <div className="flex flex-col justify-center gap-3 px-4.5 py-4 lg:w-80 lg:px-6">
        <EventCounts event={event} />
        <EventMoney event={event} />
      </div>
    </Ticket>
  );
}
