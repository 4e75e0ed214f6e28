import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

export type EventsView = 'grid' | 'list';

/**
 * Where the tickets lie, for those that are there and for those still to come. As many columns as
 * fit, because the sidebar takes more or less of the screen.
 */
export const eventsLayout: Record<EventsView, string> = {
  grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4.5',
  list: 'flex flex-col gap-3.5',
};

const KEY = 'events_view';

/** How the events are laid out; whoever chose the list finds it again. */
export function useEventsView(): [view: EventsView, setView: (view: EventsView) => void] {
  const [view, setView] = useState<EventsView>(() =>
    readStored(KEY) === 'list' ? 'list' : 'grid',
  );
  return [
    view,
    (next) => {
      writeStored(KEY, next);
      setView(next);
    },
  ];
}
