import { classNames } from '../../../lib/class-names.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Table } from '../../../ui/table.tsx';
import { LeadPages } from './lead-pages.tsx';
import { LeadRow, type RowProps } from './lead-row.tsx';
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
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
  /** Whether two facts share a cell, because the table is too narrow for all columns. */
  paired: boolean;
  /** Whether all selectable leads are selected; undefined if there is no pending lead. */
  allSelected: boolean | 'indeterminate' | undefined;
  onSelectAll: (selected: boolean) => void;
  rowProps: RowProps;
}

export function LeadsTable({
  label,
  url,
  total,
  paired,
  allSelected,
  onSelectAll,
  rowProps,
}: LeadsTableProps) {
  const columns = paired ? pairs : singles;

  return (
    <Table
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
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
      <LeadPages as="tbody" url={url} rowHeight={ROW_HEIGHT}>
        {(lead, index) => <LeadRow {...rowProps(lead)} paired={paired} index={index} />}
      </LeadPages>
    </Table>
  );
}
