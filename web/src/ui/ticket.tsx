import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

/**
 * A card that looks like a ticket, with sections separated by a `TicketPerforation`. The notches have the
 * colour of the page; on another background, set `--ground` on the ticket.
 */
export function Ticket({ className, ...rest }: ComponentProps<'article'>) {
  return (
    <article
      className={classNames('relative rounded-l border bg-card shadow-lift', className)}
      {...rest}
    />
  );
}
