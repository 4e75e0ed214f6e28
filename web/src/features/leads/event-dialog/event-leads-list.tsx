import type { AdminLead } from '@drawbridge/contract/leads';
import type { LeadHandlers } from '../lead-handlers.ts';
import type { Selection } from '../lead-selection.ts';
import { useLeadSteps } from '../use-lead-steps.tsx';
import { ROW_INDEX, useVisibleRows } from '../use-visible-rows.ts';
import { EventLeadsRow } from './event-leads-row.tsx';

interface EventLeadsListProps {
  leads: AdminLead[];
  rowHeight: number;
  scroller: HTMLElement;
  selected: Selection;
  onSelect: LeadHandlers['onSelect'];
}

/** The visible rows, in a container as high as all rows together. */
export function EventLeadsList({
  leads,
  rowHeight,
  scroller,
  selected,
  onSelect,
}: EventLeadsListProps) {
  const { step, stepping, question } = useLeadSteps();
  const { list, rows, height, keepFocused } = useVisibleRows<HTMLUListElement>(
    leads.length,
    rowHeight,
    scroller,
  );

  return (
    <>
      <ul ref={list} aria-label="Leads" className="relative" style={{ height }} {...keepFocused}>
        {rows.map(({ index, top }) => {
          const lead = leads[index];
          return (
            lead && (
              <li
                key={lead.id}
                {...{ [ROW_INDEX]: index }}
                aria-setsize={leads.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b"
                style={{ height: rowHeight, transform: `translateY(${top}px)` }}
              >
                <EventLeadsRow
                  lead={lead}
                  selected={selected.has(lead.id)}
                  stepping={stepping.has(lead.id)}
                  onSelect={onSelect}
                  onStep={step}
                />
              </li>
            )
          );
        })}
      </ul>
      {question}
    </>
  );
}
