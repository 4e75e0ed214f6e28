import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../../lib/texts/texts.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import './lead-cells.css';

interface LeadRowProps extends Omit<ComponentProps<'div'>, 'children'> {
  cellRole?: 'cell' | 'columnheader' | undefined;
  /** The cells by the names of the columns, some of which `lead-cells.css` uses. */
  cells: Record<string, ReactNode>;
}

/** A lead in a list. It is a card, which a wide list lays out in columns. */
export function LeadRow({ cellRole, cells, className, ...rest }: LeadRowProps) {
  return (
    <div {...rest} className={`lead ${className}`}>
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

const tones: Record<LeadStatus, BadgeTone> = {
  pending: 'wait',
  verified: 'ok',
  promoted: 'done',
};

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  return (
    <Badge dot tone={tones[status]}>
      {t(`workspace.${status}`)}
    </Badge>
  );
}
