import { useRef } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { PHONE, useElementWidth, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { RowProps } from './lead-row.tsx';
import { LeadCard, LeadsCards } from './leads-cards.tsx';
import { LeadsTable } from './leads-table.tsx';

const TWO_CARDS_WIDTH = 620;
/** Below this width, two columns of the table become one. */
const ALL_COLUMNS_WIDTH = 640;

interface LeadsListProps {
  title: string;
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
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
  pending,
  all,
  onSelectAll,
  rowProps,
}: LeadsListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const phone = useMediaQuery(PHONE);
  const shared = { label: title, url, total };

  return (
    // Pages keep their rows in place themselves, also in browsers that cannot.
    <div ref={frame} className="[overflow-anchor:none]">
      {width === undefined ? null : !phone ? (
        <Card className="@container overflow-clip">
          <LeadsTable
            {...shared}
            paired={width < ALL_COLUMNS_WIDTH}
            allSelected={pending === 0 ? undefined : all}
            onSelectAll={onSelectAll}
            rowProps={rowProps}
          />
        </Card>
      ) : (
        <>
          {pending !== 0 && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is our own, inside.
            <label className="mb-1 flex min-h-11 w-fit cursor-pointer items-center gap-3 pl-4 text-sm">
              <Checkbox checked={all} onCheckedChange={onSelectAll} />
              Select all pending{pending !== undefined && ` (${formatCount(pending)})`}
            </label>
          )}
          <LeadsCards
            {...shared}
            columns={width >= TWO_CARDS_WIDTH ? 2 : 1}
            cardHeight={224}
            gap={12}
          >
            {(lead) => <LeadCard {...rowProps(lead)} />}
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
