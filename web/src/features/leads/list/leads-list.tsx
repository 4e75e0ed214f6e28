import { useRef } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { useElementWidth } from '../../../lib/use-element-width.ts';
import { PHONE, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { LeadCard } from './lead-card.tsx';
import type { RowProps } from './lead-row.tsx';
import { LeadsCards } from './leads-cards.tsx';
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
  pending: number;
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
          {pending > 0 && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is our own, inside.
            <label className="mb-1 flex min-h-11 w-fit cursor-pointer items-center gap-3 pl-4 text-sm">
              <Checkbox checked={all} onCheckedChange={onSelectAll} />
              Select all pending ({formatCount(pending)})
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
