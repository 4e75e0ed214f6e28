import type { AdminLead } from '@drawbridge/contract/leads';
import type { ReactNode } from 'react';
import { LeadPages } from './lead-pages.tsx';

interface LeadsCardsProps {
  label: string;
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
  columns?: 1 | 2;
  cardHeight: number;
  /** The space between two cards. */
  gap?: number;
  scroller?: HTMLElement;
  children: (lead: AdminLead) => ReactNode;
}

/** Leads as cards of the same height. */
export function LeadsCards({
  label,
  url,
  total = -1,
  columns = 1,
  cardHeight,
  gap = 0,
  children,
  ...scrolling
}: LeadsCardsProps) {
  return (
    // The pages stand between the list and its items.
    // biome-ignore lint/a11y/useSemanticElements: an ul may contain nothing but items.
    <div role="list" aria-label={label}>
      <LeadPages
        as="div"
        url={url}
        columns={columns}
        rowHeight={cardHeight + gap}
        className={columns === 2 ? 'grid grid-cols-2 gap-x-3' : undefined}
        {...scrolling}
      >
        {(lead, index) => (
          // biome-ignore lint/a11y/useSemanticElements: see above.
          <div
            role="listitem"
            aria-setsize={total}
            aria-posinset={index + 1}
            className="min-w-0"
            style={{ height: cardHeight, marginBottom: gap }}
          >
            {children(lead)}
          </div>
        )}
      </LeadPages>
    </div>
  );
}
