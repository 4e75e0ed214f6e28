import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

interface StatCardProps {
  label: string;
  value: string;
  note?: ReactNode;
  /** Makes the card a button; `selected` makes it a toggle that is pressed while its filter is on. */
  onSelect?: () => void;
  selected?: boolean;
}

export function StatCard({ label, value, note, onSelect, selected }: StatCardProps) {
  const look = classNames(
    '@container flex min-w-0 flex-col items-start rounded-l border bg-card px-4.5 py-4 text-left shadow-lift',
    selected && 'border-accent ring-1 ring-accent',
  );
  const content = (
    <>
      <span className="text-ink-2">{label}</span>
      <span className={classNames('font-display font-semibold leading-9', valueSize(value))}>
        {value}
      </span>
      {note && <span className="text-ink-2 text-sm">{note}</span>}
    </>
  );
  if (!onSelect) return <div className={look}>{content}</div>;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={classNames(look, 'transition-colors duration-150 hover:bg-sunk')}
    >
      {content}
    </button>
  );
}

/** Long values get a smaller font, so that two cards fit side by side on a phone. */
function valueSize(value: string): string {
  if (value.length <= 7) return 'text-3xl';
  if (value.length <= 10) return 'text-[clamp(1rem,18cqi,1.875rem)]';
  if (value.length <= 13) return 'text-[clamp(0.875rem,14cqi,1.875rem)]';
  return 'text-[clamp(0.75rem,10cqi,1.875rem)]';
}
