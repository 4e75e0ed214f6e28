import type { AdminLead } from '@drawbridge/contract/leads';
import { EventLeadsRow } from './event-leads-row.tsx';
import { useScrolledRows } from './event-leads-scrolled-rows.ts';

interface EventLeadsListProps {
  leads: AdminLead[];
  rowHeight: number;
  scroller: HTMLElement;
  selected: ReadonlySet<string>;
  onSelect: (id: string, wanted: boolean) => void;
}

/** The rows in sight, on a ground that is as high as if all of them were there. */
export function EventLeadsList({
  leads,
  rowHeight,
  scroller,
  selected,
  onSelect,
}: EventLeadsListProps) {
  const { list, rows, keepFocused } = useScrolledRows(leads.length, rowHeight, scroller);

  return (
    <ul
      ref={list}
      aria-label="Leads"
      className="relative"
      style={{ height: leads.length * rowHeight }}
      {...keepFocused}
    >
      {rows.map(({ index, top }) => {
        const lead = leads[index];
        return (
          lead && (
            <li
              key={lead.id}
              data-row={index}
              aria-setsize={leads.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b"
              style={{ height: rowHeight, transform: `translateY(${top}px)` }}
            >
              <EventLeadsRow lead={lead} selected={selected.has(lead.id)} onSelect={onSelect} />
            </li>
          )
        );
      })}
    </ul>
  );
}
