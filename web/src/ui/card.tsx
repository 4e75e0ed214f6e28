import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

/** A plain card; for a ticket, use `Ticket`. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section className={classNames('rounded-l border bg-card shadow-lift', className)} {...rest} />
  );
}

interface StatCardProps {
  label: string;
  value: string;
  note?: ReactNode;
  /** Makes the card a button; `selected` makes it a toggle that is pressed while its filter is on. */
  onSelect?: () => void;
  selected?: boolean;
  /** Makes the card low, for four of them in a row above a list. */
  compact?: boolean;
}

export function StatCard({ label, value, note, onSelect, selected, compact }: StatCardProps) {
  const look = classNames(
    '@container flex min-w-0 flex-col items-start rounded-l border bg-card text-start shadow-lift',
    compact ? 'px-1.5 py-2 md:px-3.5 md:py-1.5' : 'px-4.5 py-4',
    selected && 'border-accent ring-1 ring-accent',
  );
  const content = (
    <>
      <span className={classNames('text-ink-2', compact && 'text-xs md:text-sm')}>{label}</span>
      <span
        className={classNames(
          'flex min-w-0 flex-wrap gap-x-2',
          compact ? 'items-baseline' : 'flex-col',
        )}
      >
        <span
          className={classNames(
            'font-display font-semibold',
            compact ? 'text-lg md:text-xl' : `leading-9 ${valueSize(value)}`,
          )}
        >
          {value}
        </span>
        {note && (
          <span className={classNames('text-ink-2', compact ? 'text-xs' : 'text-sm')}>{note}</span>
        )}
      </span>
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
