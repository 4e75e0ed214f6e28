import type { EventsView } from './events-view.ts';

/**
 * Where the tickets lie, for those that are there and for those still to come. As many columns as
 * fit, because the sidebar takes more or less of the screen.
 */
export const eventsLayout: Record<EventsView, string> = {
  grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4.5',
  list: 'flex flex-col gap-3.5',
};
