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
}

export function StatCard({ label, value, note }: StatCardProps) {
  return (
    <div className="@container flex min-w-0 flex-col items-start rounded-l border bg-card px-4.5 py-4 text-start shadow-lift">
      <span className="text-ink-2">{label}</span>
      <span className={`font-display font-semibold leading-9 ${valueSize(value)}`}>{value}</span>
      {note && <span className="text-ink-2 text-sm">{note}</span>}
    </div>
  );
}

/** Long values get a smaller font, so that two cards fit side by side on a phone. */
function valueSize(value: string): string {
  if (value.length <= 7) return 'text-3xl';
  if (value.length <= 10) return 'text-[clamp(1rem,18cqi,1.875rem)]';
  if (value.length <= 13) return 'text-[clamp(0.875rem,14cqi,1.875rem)]';
  return 'text-[clamp(0.75rem,10cqi,1.875rem)]';
}
