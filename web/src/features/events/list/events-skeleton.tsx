import { classNames } from '../../../lib/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { TicketPerforation } from '../../../ui/ticket-perforation.tsx';
import type { EventsView } from './events-view.ts';
import { eventsLayout } from './events-view.ts';

/** Placeholder tickets while the events are loading. */
export function EventsSkeleton({ view }: { view: EventsView }) {
  const list = view === 'list';

  return (
    <div role="status" aria-label="Loading events" className={eventsLayout[view]}>
      {['first', 'second', 'third'].map((key) => (
        <Ticket key={key} className={classNames('flex flex-col', list && 'lg:flex-row')}>
          <div className="flex flex-1 flex-col gap-2.5 px-4.5 pt-5 pb-4.5">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-4 w-4/5" />
            {list && <Skeleton className="mt-2 h-8 w-full max-w-120" />}
          </div>
          <TicketPerforation notches sideways={list} />
          <div className={classNames('px-4.5 py-4', list && 'lg:w-80 lg:self-center lg:px-6')}>
            <Skeleton className="h-11 w-full" />
            {list && <Skeleton className="mt-3 h-5 w-full" />}
          </div>
          {!list && (
            <>
              <TicketPerforation />
              <div className="flex flex-col gap-3.5 px-4.5 pt-3.5 pb-4.5">
                <Skeleton className="h-5 w-full" />
                <Skeleton className="h-17.5 w-full" />
              </div>
            </>
          )}
        </Ticket>
      ))}
    </div>
  );
}
