import { useMemo, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/formats.ts';
import { PHONE, useElementPlace, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type LeadColumn, OWN_COLUMNS } from './lead-columns.tsx';
import type { RowProps } from './lead-row.tsx';
import { LeadCard, LeadsCards } from './leads-cards.tsx';
import { LeadsTable } from './leads-table.tsx';

const TWO_CARDS_WIDTH = 620;
/** The least width of a table with all of its own columns, and how much less it is for each that is not chosen. */
const OWN_COLUMNS_WIDTH = 490;
const COLUMN_WIDTH = 60;
/** The width of the other columns in a table with answers: selection, contact, status and actions. */
const FIXED_WIDTH = 538;
const CARD_HEIGHT = 224;
const CARD_LINE_HEIGHT = 28;

interface LeadsListProps {
  title: string;
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
  columns: readonly LeadColumn[];
  /** How many can be selected; undefined until they have been counted. */
  pending: number | undefined;
  /** Whether all pending leads are selected. */
  all: boolean | 'indeterminate';
  onSelectAll: (selected: boolean) => void;
  rowProps: RowProps;
}

/** A table, or cards on a phone. The list is measured, because the sidebar's width varies. */
export function LeadsList({
  title,
  url,
  total,
  columns,
  pending,
  all,
  onSelectAll,
  rowProps,
}: LeadsListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, top } = useElementPlace(frame);
  const phone = useMediaQuery(PHONE);
  const shared = { label: title, url, total };
  const answers = useMemo(() => columns.filter(({ question }) => question), [columns]);
  // Columns are not squeezed in: the table scrolls sideways, and so it also scrolls by itself.
  const needed =
    answers.length > 0
      ? columns.reduce((sum, column) => sum + column.width, FIXED_WIDTH)
      : OWN_COLUMNS_WIDTH - (OWN_COLUMNS - columns.length) * COLUMN_WIDTH;
  const scrolls = width !== undefined && width < needed;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);

  return (
    // Pages keep their rows in place themselves, also in browsers that cannot.
    <div ref={frame} className="[overflow-anchor:none] md:max-lg:-mx-3">
      {width === undefined ? null : !phone ? (
        <Card
          ref={setScroller}
          className={classNames(
            '@container',
            scrolls
              ? 'scroll-pt-11 scroll-pl-72 overflow-auto overscroll-x-contain'
              : 'overflow-clip',
          )}
          // Its bar for scrolling sideways is always in sight.
          style={scrolls ? { maxHeight: `max(24rem, calc(100dvh - ${top}px - 1rem))` } : {}}
        >
          <LeadsTable
            {...shared}
            columns={columns}
            minWidth={scrolls ? needed : undefined}
            scroller={(scrolls && scroller) || undefined}
            allSelected={pending === 0 ? undefined : all}
            onSelectAll={onSelectAll}
            rowProps={rowProps}
          />
        </Card>
      ) : (
        <>
          {pending !== 0 && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is our own, inside.
            <label className="mb-1 flex min-h-11 w-fit cursor-pointer items-center gap-3 ps-4 text-sm">
              <Checkbox checked={all} onCheckedChange={onSelectAll} />
              Select all pending{pending !== undefined && ` (${formatCount(pending)})`}
            </label>
          )}
          <LeadsCards
            {...shared}
            columns={width >= TWO_CARDS_WIDTH ? 2 : 1}
            cardHeight={CARD_HEIGHT + answers.length * CARD_LINE_HEIGHT}
            gap={12}
          >
            {(lead) => <LeadCard {...rowProps(lead)} columns={answers} />}
          </LeadsCards>
        </>
      )}
    </div>
  );
}

const stats = ['total', 'verified', 'promoted', 'pending'];
const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholders for the figures, filters and rows. */
export function LeadsSkeleton() {
  return (
    <div role="status" aria-label="Loading leads" className="flex flex-col gap-3">
      <div className="grid grid-cols-4 gap-1.5 md:gap-3">
        {stats.map((key) => (
          <Card key={key} className="flex h-16 flex-col gap-2.5 px-2 py-2 md:px-3.5">
            <Skeleton className="h-4 w-full max-w-20" />
            <Skeleton className="h-6 w-full max-w-24" />
          </Card>
        ))}
      </div>
      <Card className="p-4">
        <Skeleton className="h-6 w-24" />
      </Card>
      <Card className="overflow-clip">
        <div className="h-10 bg-sunk" />
        {rows.map((key) => (
          <div key={key} className="flex h-12 items-center gap-6 border-t px-4">
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3 w-52 max-w-full" />
            </div>
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
        ))}
      </Card>
    </div>
  );
}
