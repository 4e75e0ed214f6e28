import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { PHONE, useElementPlace, useMediaQuery } from '../../../lib/device/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { LeadRow } from './lead-cells.tsx';
import type { LeadColumn } from './lead-columns.tsx';
import { LeadPages } from './lead-pages.tsx';
import { type ListedLead, ListedLeadRow } from './lead-row.tsx';
import './lead-list.css';
import { say } from '../../../lib/texts/say.ts';

/** The minimum width of the selection, the contact, the status and the actions together. */
const FIXED_WIDTH = 254;
/** The height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 48;
const HIGH_ROW_HEIGHT = 72;
const CARD_HEIGHT = 138;
const CARD_ANSWER_HEIGHT = 20;

interface LeadListProps {
  label: string;
  /** The address of the list's first page. */
  url: string;
  /** The number of leads; undefined until they have been counted. */
  total: number | undefined;
  columns: readonly LeadColumn[];
  /** The header of the table; without one it is a list. */
  header?: ReactNode;
  /** The scrolling element, unless the whole page scrolls. */
  scroller: HTMLElement | undefined;
  openPlace?: number | undefined;
  listed: (lead: ListedLead['lead']) => ListedLead;
}

/** Leads in columns, or as cards on a phone. */
export function LeadList(props: LeadListProps) {
  const { label, url, total, columns, header, scroller, openPlace, listed } = props;
  const card = useMediaQuery(PHONE);
  const table = !card && header !== undefined;
  const answers = columns.filter(({ question }) => question).length;
  const rowHeight = card
    ? CARD_HEIGHT + answers * CARD_ANSWER_HEIGHT
    : table
      ? ROW_HEIGHT
      : HIGH_ROW_HEIGHT;
  const tracks = columns.map(({ key, width, question }) =>
    question ? `minmax(${width}px, 2fr)` : `var(--${key})`,
  );
  const grid = ['var(--selection) var(--contact)', ...tracks, 'var(--status) var(--actions)'];

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name.
    <div
      role={table ? 'table' : 'list'}
      aria-label={label}
      aria-rowcount={table ? (total === undefined ? -1 : total + 1) : undefined}
      className={classNames('leads', !card && 'leads-in-columns')}
      style={{ '--grid': grid.join(' '), '--answers': answers } as CSSProperties}
    >
      {table && header}
      <LeadPages
        url={url}
        role={table ? 'rowgroup' : undefined}
        rowHeight={rowHeight}
        scroller={scroller}
        openPlace={openPlace}
      >
        {(lead, index) => (
          <div
            {...(!table && {
              role: 'listitem',
              'aria-setsize': total ?? -1,
              'aria-posinset': index + 1,
            })}
            style={{ height: rowHeight }}
          >
            <ListedLeadRow
              {...listed(lead)}
              columns={columns}
              card={card}
              inTable={table}
              place={index}
            />
          </div>
        )}
      </LeadPages>
    </div>
  );
}

interface SelectAllProps {
  /** The number of selectable leads; undefined until they have been counted. */
  pending: number | undefined;
  /** True if all of them are selected. */
  all: boolean | 'indeterminate';
  disabled?: boolean;
  onSelectAll: (selected: boolean) => void;
}

export function SelectAll({ pending, all, disabled = false, onSelectAll }: SelectAllProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is our own, inside.
    <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold text-sm">
      <Checkbox checked={all} disabled={disabled} onCheckedChange={onSelectAll} />
      {pending === undefined
        ? say('Select all pending')
        : say('Select all pending ({pending})', { pending })}
    </label>
  );
}

type LeadTableProps = Omit<LeadListProps, 'header' | 'scroller'> & SelectAllProps;

/** The list of the leads screen. It is measured, because the sidebar's width varies. */
export function LeadTable({ pending, all, onSelectAll, ...list }: LeadTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, top } = useElementPlace(frame);
  const phone = useMediaQuery(PHONE);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // Columns are not squeezed: a table that is too wide scrolls sideways, and so it also scrolls vertically by itself.
  const needed = list.columns.reduce((sum, column) => sum + column.width, FIXED_WIDTH);
  const scrolls = !phone && width !== undefined && width < needed;

  return (
    // The pages keep their rows in place themselves, also in browsers without scroll anchoring.
    <div ref={frame} className="[overflow-anchor:none] md:max-lg:-mx-3">
      {width === undefined ? null : phone ? (
        <>
          {/* The control stays when nothing can be selected, so that the cards do not move once they are counted. */}
          <div className="-mt-2 ps-3">
            <SelectAll
              pending={pending}
              all={all}
              disabled={pending === 0}
              onSelectAll={onSelectAll}
            />
          </div>
          <LeadList {...list} scroller={undefined} />
        </>
      ) : (
        <Card
          ref={setScroller}
          className={classNames(
            // A list without columns has enough room.
            list.columns.length > 0 && '@container',
            scrolls
              ? 'leads-scroll scroll-pt-11 scroll-pl-72 overflow-auto overscroll-x-contain'
              : 'overflow-clip',
          )}
          // The sideways scroll bar is always visible.
          style={scrolls ? { maxHeight: `max(24rem, calc(100dvh - ${top}px - 1rem))` } : {}}
        >
          <LeadList
            {...list}
            scroller={(scrolls && scroller) || undefined}
            header={
              <LeadRow
                role="row"
                cellRole="columnheader"
                aria-rowindex={1}
                // The header sticks below the top bar while the rows scroll.
                className={classNames('leads-header', scrolls ? 'top-0' : 'top-14')}
                cells={{
                  selection:
                    pending === 0 ? (
                      <span className="sr-only">{say('Selection')}</span>
                    ) : (
                      <Checkbox
                        label={say('Select all pending leads')}
                        checked={all}
                        onCheckedChange={onSelectAll}
                      />
                    ),
                  contact: say('Contact Information'),
                  ...Object.fromEntries(
                    list.columns.map(({ key, title, question }) => [
                      key,
                      question ? title : say(title),
                    ]),
                  ),
                  status: say('Status'),
                  actions: say('Actions'),
                }}
              />
            }
          />
        </Card>
      )}
    </div>
  );
}
