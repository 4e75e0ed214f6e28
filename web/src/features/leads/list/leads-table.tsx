import type { AdminLead } from '@drawbridge/contract/leads';
import { Fragment } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Table } from '../../../ui/table.tsx';
import type { LeadHandlers } from '../lead-handlers.ts';
import type { Selection } from '../lead-selection.ts';
import { useScrollAnchor } from '../use-scroll-anchor.ts';
import { useVisibleRows } from '../use-visible-rows.ts';
import type { OptionalColumn } from './lead-columns.ts';
import { LeadRow } from './lead-row.tsx';

/** 56 px plus the hairline. */
const ROW_HEIGHT = 57;
/** Selection, contact, status and actions. */
const FIXED_COLUMNS = 4;

interface LeadsTableProps {
  label: string;
  leads: readonly AdminLead[];
  eventNames: ReadonlyMap<string, string>;
  columns: ReadonlySet<OptionalColumn>;
  selected: Selection;
  /** The leads whose status is being changed. */
  stepping: ReadonlySet<string>;
  /** Whether all selectable leads are selected; undefined if there is no pending lead. */
  allSelected: boolean | 'indeterminate' | undefined;
  onSelectAll: (selected: boolean) => void;
  handlers: LeadHandlers;
}

/** The visible rows, in a table as high as all rows together. */
export function LeadsTable({
  label,
  leads,
  eventNames,
  columns,
  selected,
  stepping,
  allSelected,
  onSelectAll,
  handlers,
}: LeadsTableProps) {
  const { list, rows, height, keepFocused } = useVisibleRows<HTMLTableSectionElement>(
    leads.length,
    ROW_HEIGHT,
  );
  useScrollAnchor(list, leads, ROW_HEIGHT);
  let end = 0;

  return (
    <Table
      aria-label={label}
      aria-rowcount={leads.length + 1}
      className="table-fixed [&_td]:overflow-clip"
    >
      <colgroup>
        <col className="w-11.5" />
        <col />
        {columns.has('event') && <col className={columns.has('source') ? 'w-[12%]' : 'w-[15%]'} />}
        {columns.has('source') && <col className="w-21" />}
        {columns.has('addedBy') && <col className="w-[10%]" />}
        {columns.has('submitted') && <col className="w-26" />}
        <col className="w-28" />
        <col className="w-46" />
      </colgroup>
      {/* Sticks below the top bar while the rows scroll. */}
      <thead className="sticky top-14 z-10 shadow-[0_1px_0_var(--line)]">
        <tr aria-rowindex={1}>
          <th scope="col" aria-label="Selection">
            {allSelected === undefined ? (
              <span className="sr-only">Selection</span>
            ) : (
              <Checkbox
                label="Select all pending leads"
                checked={allSelected}
                onCheckedChange={onSelectAll}
              />
            )}
          </th>
          <th scope="col" className="whitespace-normal! leading-4">
            Contact Information
          </th>
          {columns.has('event') && <th scope="col">Event</th>}
          {columns.has('source') && <th scope="col">Source</th>}
          {columns.has('addedBy') && <th scope="col">Added By</th>}
          {columns.has('submitted') && <th scope="col">Submitted</th>}
          <th scope="col">Status</th>
          <th scope="col" className="text-right">
            Actions
          </th>
        </tr>
      </thead>
      <tbody ref={list} {...keepFocused}>
        {rows.map(({ index, top, settled }) => {
          const lead = leads[index];
          if (!lead) return null;
          const gap = top - end;
          end = top + ROW_HEIGHT;
          return (
            <Fragment key={lead.id}>
              {gap > 0 && <Gap height={gap} columns={FIXED_COLUMNS + columns.size} />}
              <LeadRow
                lead={lead}
                eventName={eventNames.get(lead.eventId) ?? 'Unknown Event'}
                columns={columns}
                index={index}
                settled={settled}
                selected={selected.has(lead.id)}
                stepping={stepping.has(lead.id)}
                handlers={handlers}
              />
            </Fragment>
          );
        })}
        {height > end && <Gap height={height - end} columns={FIXED_COLUMNS + columns.size} />}
      </tbody>
    </Table>
  );
}

/** Takes up the space of rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ border: 0 }}>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
