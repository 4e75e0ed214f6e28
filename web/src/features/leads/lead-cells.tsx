import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import './lead-cells.css';

interface LeadRowProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** A row of a table, or a card with a name of its own. */
  role?: 'row' | 'article';
  cellRole?: 'cell' | 'columnheader' | undefined;
  /** By the names of the columns, of which `lead-cells.css` knows some. */
  cells: Record<string, ReactNode>;
}

/** A lead in a list. It is a card, which a list with room lays out in columns. */
export function LeadRow({
  role,
  cellRole = role === 'row' ? 'cell' : undefined,
  cells,
  className,
  ...rest
}: LeadRowProps) {
  return (
    <div {...rest} role={role} className={classNames('lead', className)}>
      {Object.entries(cells).map(
        ([name, content]) =>
          content !== undefined && (
            <div key={name} role={cellRole} className={`lead-${name}`}>
              {content}
            </div>
          ),
      )}
    </div>
  );
}
