import type { AdminLead } from '@drawbridge/contract/leads';
import { memo, useMemo, useRef } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { useElementWidth } from '../../../lib/use-element-width.ts';
import { PHONE, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { LeadHandlers } from '../lead-handlers.ts';
import { countPending, type Selection } from '../lead-selection.ts';
import { LeadsCards } from './leads-cards.tsx';
import { LeadsTable } from './leads-table.tsx';

const TWO_CARDS_WIDTH = 620;
/** Below this width, two columns of the table become one. */
const ALL_COLUMNS_WIDTH = 640;

interface LeadsListProps {
  title: string;
  leads: readonly AdminLead[];
  eventNames: ReadonlyMap<string, string>;
  selected: Selection;
  /** The leads whose status is being changed. */
  stepping: ReadonlySet<string>;
  onSelectAll: (leads: readonly AdminLead[], selected: boolean) => void;
  handlers: LeadHandlers;
}

/** A table, or cards on a phone. The list is measured, because the sidebar's width varies. */
export const LeadsList = memo(function LeadsList({
  title,
  leads,
  eventNames,
  selected,
  stepping,
  onSelectAll,
  handlers,
}: LeadsListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const phone = useMediaQuery(PHONE);
  const count = useMemo(() => countPending(leads, selected), [leads, selected]);
  const allSelected =
    count.pending === 0
      ? undefined
      : count.selected === count.pending || (count.selected > 0 && 'indeterminate');
  const shared = { label: title, leads, eventNames, selected, stepping, handlers };

  return (
    // The browser's own anchoring does not know the rows that are not rendered; see `useScrollAnchor`.
    <div ref={frame} className="[overflow-anchor:none]">
      {width === undefined ? null : !phone ? (
        <Card className="@container overflow-clip">
          <LeadsTable
            {...shared}
            paired={width < ALL_COLUMNS_WIDTH}
            allSelected={allSelected}
            onSelectAll={(wanted) => onSelectAll(leads, wanted)}
          />
        </Card>
      ) : (
        <>
          {allSelected !== undefined && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is our own, inside.
            <label className="mb-1 flex min-h-11 w-fit cursor-pointer items-center gap-3 pl-4 text-sm">
              <Checkbox
                checked={allSelected}
                onCheckedChange={(wanted) => onSelectAll(leads, wanted)}
              />
              Select all pending ({formatCount(count.pending)})
            </label>
          )}
          <LeadsCards {...shared} columns={width >= TWO_CARDS_WIDTH ? 2 : 1} />
        </>
      )}
    </div>
  );
});
