import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

/**
 * Paper that can be torn: sections parted by a `TicketPerforation`. Its notches show the ground
 * below; where that is not the page's paper, set `--ground` on the ticket.
 */
export function Ticket({ className, ...rest }: ComponentProps<'article'>) {
  return (
    <article
      className={classNames('relative rounded-l border bg-card shadow-lift', className)}
      {...rest}
    />
  );
}
