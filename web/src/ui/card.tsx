import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

/** A quiet surface; what is a ticket uses `Ticket`. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section className={classNames('rounded-l border bg-card shadow-lift', className)} {...rest} />
  );
}
