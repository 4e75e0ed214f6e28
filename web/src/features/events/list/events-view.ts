import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

export type EventsView = 'grid' | 'list';

/**
 * The layout of the tickets and of their placeholders. There are as many columns as fit, because the
 * sidebar may be open or collapsed.
 */
export const eventsLayout: Record<EventsView, string> = {
  // A checklist makes its ticket longer, which would leave the others half empty.
  grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4.5 has-data-checklist:items-start',
  list: 'flex flex-col gap-3.5',
};

const KEY = 'events_view';

/** The chosen view of the events, remembered in the browser. */
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
