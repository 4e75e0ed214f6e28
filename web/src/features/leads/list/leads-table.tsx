import type { AdminLead } from '@drawbridge/contract/leads';
import { Fragment } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Table } from '../../../ui/table.tsx';
import type { LeadHandlers } from '../lead-handlers.ts';
import type { Selection } from '../lead-selection.ts';
import { useScrollAnchor } from '../use-scroll-anchor.ts';
import { useVisibleRows } from '../use-visible-rows.ts';
import { LeadRow } from './lead-row.tsx';
import './leads-table.css';

/** In pixels, the hairline included, as in the style sheet. */
const ROW_HEIGHT = 48;

/** The style of each column, and what its cells contain. */
const singles = [
  ['selection'],
  ['contact', 'Contact Information'],
  ['event', 'Event'],
  ['source', 'Source'],
  ['added-by', 'Added By'],
  ['submitted', 'Submitted'],
  ['status', 'Status'],
  ['actions', 'Actions'],
] as const;
const pairs = [
  ['selection'],
  ['contact', 'Contact Information'],
  ['event', 'Event', 'Submitted'],
  ['source', 'Source', 'Added By'],
  ['actions', 'Status', 'Actions'],
] as const;

interface LeadsTableProps {
  label: string;
  leads: readonly AdminLead[];
  eventNames: ReadonlyMap<string, string>;
  /** Whether two facts share a cell, because the table is too narrow for all columns. */
  paired: boolean;
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
  paired,
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
  const columns = paired ? pairs : singles;
  let end = 0;

  return (
    <Table
      aria-label={label}
      aria-rowcount={leads.length + 1}
      className={classNames('leads-table', paired && 'paired')}
    >
      <colgroup>
        {columns.map(([key]) => (
          <col key={key} className={key} />
        ))}
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
          {columns.slice(1).map(([key, ...titles]) => (
            <th
              key={key}
              scope="col"
              className={key === 'actions' && !paired ? 'text-right' : undefined}
            >
              {titles.map((title) => (
                <p key={title}>{title}</p>
              ))}
            </th>
          ))}
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
              {gap > 0 && <Gap height={gap} columns={columns.length} />}
              <LeadRow
                lead={lead}
                eventName={eventNames.get(lead.eventId) ?? 'Unknown Event'}
                paired={paired}
                index={index}
                settled={settled}
                selected={selected.has(lead.id)}
                stepping={stepping.has(lead.id)}
                handlers={handlers}
              />
            </Fragment>
          );
        })}
        {height > end && <Gap height={height - end} columns={columns.length} />}
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
