import { english } from '@drawbridge/contract/languages/english';
import { LayoutGrid, List, type LucideIcon } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/device/storage.ts';
import { say } from '../../lib/texts/say.ts';
import { Ticket } from '../../ui/frame/ticket.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export type EventsView = 'grid' | 'list';

/**
 * The layout of the tickets and of their placeholders. There are as many columns as fit, because the
 * sidebar may be open or collapsed.
 */
export const eventsLayout: Record<EventsView, string> = {
  grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4.5',
  list: 'flex flex-col gap-3',
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

const views: { value: EventsView; label: string; icon: LucideIcon }[] = [
  { value: 'grid', label: english('Grid'), icon: LayoutGrid },
  { value: 'list', label: english('List'), icon: List },
];

interface ViewToggleProps {
  value: EventsView;
  onValueChange: (view: EventsView) => void;
}

export function ViewToggle({ value, onValueChange }: ViewToggleProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={say('View')}
      value={value}
      // Radix reports '' when the selected view is pressed again; one view is always selected.
      onValueChange={(next) => next && onValueChange(next as EventsView)}
      className="flex rounded-m border border-line bg-card md:p-0.75"
    >
      {views.map(({ value: view, label, icon: Icon }) => (
        <ToggleGroup.Item
          key={view}
          value={view}
          className="flex h-11 items-center gap-2 rounded-m px-3 font-semibold text-ink-2 text-sm transition-colors duration-150 hover:text-ink data-[state=on]:bg-mute-soft data-[state=on]:text-ink md:h-8 md:rounded-s"
        >
          <Icon aria-hidden className="size-4" />
          <span className="max-[26rem]:sr-only">{say(label)}</span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

export function EventsSkeleton({ view }: { view: EventsView }) {
  return (
    <div role="status" aria-label={say('Loading events')} className={eventsLayout[view]}>
      {['first', 'second', 'third'].map((key) => (
        <Ticket key={key} className="flex flex-col gap-2.5 px-4.5 pt-5 pb-4.5">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className={view === 'grid' ? 'mt-4 h-55 w-full' : 'mt-2 h-8 w-full'} />
        </Ticket>
      ))}
    </div>
  );
}
