import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

interface StatCardProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** With this the card is a button; with `selected` one that stays pressed while its filter is in force. */
  onSelect?: () => void;
  selected?: boolean;
}

export function StatCard({ label, value, note, onSelect, selected }: StatCardProps) {
  const look = classNames(
    'flex min-w-0 flex-col items-start rounded-l border bg-card px-4.5 py-4 text-left shadow-lift',
    selected && 'border-accent ring-1 ring-accent',
  );
  const content = (
    <>
      <span className="text-ink-2">{label}</span>
      <span className="font-display font-semibold text-3xl">{value}</span>
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
