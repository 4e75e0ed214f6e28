import type { AdminLead } from '@drawbridge/contract/leads';
import type { LeadHandlers } from '../lead-handlers.ts';
import type { Selection } from '../lead-selection.ts';
import { useScrollAnchor } from '../use-scroll-anchor.ts';
import { ROW_INDEX, useVisibleRows } from '../use-visible-rows.ts';
import { LeadCard } from './lead-card.tsx';

const CARD_HEIGHT = 224;
const GAP = 12;

interface LeadsCardsProps {
  label: string;
  leads: readonly AdminLead[];
  eventNames: ReadonlyMap<string, string>;
  columns: number;
  selected: Selection;
  /** The leads whose status is being changed. */
  stepping: ReadonlySet<string>;
  handlers: LeadHandlers;
}

/** The visible cards, in a container as high as all cards together. */
export function LeadsCards({
  label,
  leads,
  eventNames,
  columns,
  selected,
  stepping,
  handlers,
}: LeadsCardsProps) {
  const { list, rows, height, keepFocused } = useVisibleRows<HTMLUListElement>(
    Math.ceil(leads.length / columns),
    CARD_HEIGHT + GAP,
  );
  useScrollAnchor(list, leads, CARD_HEIGHT + GAP, columns);
  const width = `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`;

  return (
    <ul ref={list} aria-label={label} className="relative" style={{ height }} {...keepFocused}>
      {rows.flatMap(({ index, top }) =>
        leads.slice(index * columns, (index + 1) * columns).map((lead, column) => (
          <li
            key={lead.id}
            {...{ [ROW_INDEX]: index }}
            aria-setsize={leads.length}
            aria-posinset={index * columns + column + 1}
            className="absolute top-0 left-0"
            style={{
              height: CARD_HEIGHT,
              width,
              transform: `translate(calc(${column} * (100% + ${GAP}px)), ${top}px)`,
            }}
          >
            <LeadCard
              lead={lead}
              eventName={eventNames.get(lead.eventId) ?? 'Unknown Event'}
              selected={selected.has(lead.id)}
              stepping={stepping.has(lead.id)}
              handlers={handlers}
            />
          </li>
        )),
      )}
    </ul>
  );
}
