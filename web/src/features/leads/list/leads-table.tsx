import { useMemo } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Table } from '../../../ui/table.tsx';
import type { LeadColumn } from './lead-columns.tsx';
import { LeadPages } from './lead-pages.tsx';
import { LeadRow, type RowProps } from './lead-row.tsx';
import './leads-table.css';

/** In pixels, the hairline included, as in the style sheet. */
const ROW_HEIGHT = 48;

/** In a narrow table, those that follow each other share a cell. */
const pairOrder = ['event', 'submitted', 'source', 'added-by'];
const placeOf = ({ key }: LeadColumn) => pairOrder.indexOf(key);

function pairsOf(columns: readonly LeadColumn[]): LeadColumn[][] {
  const sorted = columns.toSorted((one, other) => placeOf(one) - placeOf(other));
  return sorted.flatMap((_, index) => (index % 2 === 0 ? [sorted.slice(index, index + 2)] : []));
}

interface LeadsTableProps {
  label: string;
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
  columns: readonly LeadColumn[];
  /** Whether two facts share a cell, because the table is too narrow for all columns. */
  paired: boolean;
  /** In pixels, if the table scrolls sideways; the contact then stays in sight. */
  minWidth: number | undefined;
  /** What the table scrolls in, unless the whole page does. */
  scroller: HTMLElement | undefined;
  /** Whether all selectable leads are selected; undefined if there is no pending lead. */
  allSelected: boolean | 'indeterminate' | undefined;
  onSelectAll: (selected: boolean) => void;
  rowProps: RowProps;
}

export function LeadsTable({
  label,
  url,
  total,
  columns,
  paired,
  minWidth,
  scroller,
  allSelected,
  onSelectAll,
  rowProps,
}: LeadsTableProps) {
  const cells = useMemo(
    () => (paired ? pairsOf(columns) : columns.map((column) => [column])),
    [columns, paired],
  );

  return (
    <Table
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={classNames('leads-table', paired && 'paired', minWidth !== undefined && 'wide')}
      style={{ minWidth }}
    >
      <colgroup>
        <col className="selection" />
        <col className="contact" />
        {cells.map(([first]) => (
          <col
            key={first?.key}
            className={paired ? 'pair' : first?.key}
            {...(minWidth !== undefined && !first?.question && { style: { width: first?.width } })}
          />
        ))}
        {!paired && <col className="status" />}
        <col className="actions" />
      </colgroup>
      {/* Sticks below the top bar while the rows scroll. */}
      <thead
        className={classNames(
          'sticky z-10 shadow-[0_1px_0_var(--line)]',
          scroller ? 'top-0' : 'top-14',
        )}
      >
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
          <th scope="col">Contact Information</th>
          {cells.map((shown) => (
            <th key={shown[0]?.key} scope="col">
              {shown.map(({ key, title }) => (
                <p key={key} title={title} className="line-clamp-2 break-words">
                  {title}
                </p>
              ))}
            </th>
          ))}
          {paired ? (
            <th scope="col">
              <p>Status</p>
              <p>Actions</p>
            </th>
          ) : (
            <>
              <th scope="col">Status</th>
              <th scope="col" className="text-end">
                Actions
              </th>
            </>
          )}
        </tr>
      </thead>
      <LeadPages as="tbody" url={url} rowHeight={ROW_HEIGHT} scroller={scroller}>
        {(lead, index) => (
          <LeadRow {...rowProps(lead)} cells={cells} paired={paired} index={index} />
        )}
      </LeadPages>
    </Table>
  );
}
