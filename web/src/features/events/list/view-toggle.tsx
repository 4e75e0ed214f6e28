import { LayoutGrid, List, type LucideIcon } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import type { EventsView } from './events-view.ts';

const views: { value: EventsView; label: string; icon: LucideIcon }[] = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
];

interface ViewToggleProps {
  value: EventsView;
  onValueChange: (view: EventsView) => void;
}

export function ViewToggle({ value, onValueChange }: ViewToggleProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="View"
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
          <span className="max-[26rem]:sr-only">{label}</span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
