import { classNames } from '../../../lib/class-names.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Table } from '../../../ui/table.tsx';
import type { LeadColumn } from './lead-columns.tsx';
import { LeadPages } from './lead-pages.tsx';
import { LeadRow, type RowProps } from './lead-row.tsx';
import './leads-table.css';

/** In pixels, the hairline included, as in the style sheet. */
const ROW_HEIGHT = 48;

interface LeadsTableProps {
  label: string;
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
  columns: readonly LeadColumn[];
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
  minWidth,
  scroller,
  allSelected,
  onSelectAll,
  rowProps,
}: LeadsTableProps) {
  const withAnswers = columns.some(({ question }) => question);

  return (
    <Table
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={classNames('leads-table', minWidth !== undefined && 'wide')}
      style={{ minWidth }}
    >
      <colgroup>
        <col className="selection" />
        <col className="contact" />
        {columns.map(({ key, width, question }) => (
          <col
            key={key}
            className={key}
            {...(withAnswers && minWidth !== undefined && !question && { style: { width } })}
          />
        ))}
        <col className="status" />
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
          {columns.map(({ key, title }) => (
            <th key={key} scope="col">
              <p title={title} className="line-clamp-2 break-words">
                {title}
              </p>
            </th>
          ))}
          <th scope="col">Status</th>
          <th scope="col" className="text-end">
            Actions
          </th>
        </tr>
      </thead>
      <LeadPages as="tbody" url={url} rowHeight={ROW_HEIGHT} scroller={scroller}>
        {(lead, index) => <LeadRow {...rowProps(lead)} columns={columns} index={index} />}
      </LeadPages>
    </Table>
  );
}
