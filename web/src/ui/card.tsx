import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

/** A plain card; for a ticket, use `Ticket`. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section className={classNames('rounded-l border bg-card shadow-lift', className)} {...rest} />
  );
}
