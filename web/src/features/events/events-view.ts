import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

export type EventsView = 'grid' | 'list';

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
