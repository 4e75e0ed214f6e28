import type { AdminEvent } from '@drawbridge/contract/events';
import type { LeadTally } from '@drawbridge/contract/lead-lists';
import type { AdminLead } from '@drawbridge/contract/leads';
import { useQueries } from '@tanstack/react-query';
import { ContactRound } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import type { Page } from '../../../lib/api-client.ts';
import { countOf, formatCount } from '../../../lib/formats.ts';
import { PHONE, useMediaQuery } from '../../../lib/use-media-query.ts';
import { readsOf } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../../ui/empty-state.tsx';
import { ListSkeleton, Skeleton } from '../../../ui/skeleton.tsx';
import {
  leadCountsQuery,
  leadPageQuery,
  listUrl,
  totalOf,
  useChangeLeadStatus,
  useVerifyLeads,
} from '../api.ts';
import { type OpenLead, OpenLeadDialog } from '../dialogs/open-lead.tsx';
import {
  countSelected,
  isSelected,
  type Selection,
  selectedLeads,
  useLeadSelection,
} from '../lead-selection.ts';
import { LeadsCards } from '../list/leads-cards.tsx';
import { EventLeadsRow } from './event-leads-row.tsx';

interface EventLeadsDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function EventLeadsDialog({ event, onClose }: EventLeadsDialogProps) {
  const filter = { eventId: event.id };
  const url = listUrl(filter);
  const [first, counts] = useQueries({ queries: [leadPageQuery(url), leadCountsQuery(filter)] });
  const reads = readsOf(first, counts);
  // State instead of a ref, because the list can be laid out only once the scrolling element exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [open, setOpen] = useState<OpenLead>();
  const show = useCallback((lead: AdminLead) => setOpen({ lead, to: 'show' }), []);

  return (
    <Dialog
      wide
      title={event.name}
      description={`${countOf(counts.data ? totalOf(counts.data) : event.leadCount, 'lead')} collected`}
      onClose={onClose}
    >
      <DialogBody ref={setScroller}>
        <NotRefreshed reads={reads} />
        {first.data && counts.data ? (
          scroller && (
            <EventLeads
              url={url}
              filter={filter}
              first={first.data}
              counts={counts.data}
              scroller={scroller}
              onOpen={show}
            />
          )
        ) : reads.failure ? (
          <LoadFailure what="leads" error={reads.failure.error} onRetry={reads.retry} />
        ) : (
          <EventLeadsSkeleton />
        )}
      </DialogBody>
      {open && <OpenLeadDialog open={open} events={[event]} onChange={setOpen} />}
    </Dialog>
  );
}

interface EventLeadsProps {
  url: string;
  filter: { eventId: string };
  first: Page<AdminLead[]>;
  counts: LeadTally;
  scroller: HTMLElement;
  onOpen: (lead: AdminLead) => void;
}

function EventLeads({ scroller, onOpen, ...list }: EventLeadsProps) {
  const { selection, pending, all, select, selectAll, clear } = useLeadSelection(list);
  const { changeStatus, stepping } = useChangeLeadStatus();
  const onPhone = useMediaQuery(PHONE);

  return (
    <>
      <EventLeadsStats tally={list.counts} />
      {list.first.rows.length === 0 ? (
        <EmptyState
          icon={ContactRound}
          title="No leads yet"
          help="They appear here as visitors and volunteers send them."
        />
      ) : (
        <div className="-mt-3">
          <EventLeadsToolbar
            pending={pending ?? list.counts.pending}
            all={all}
            selection={selection}
            onSelectAll={selectAll}
            onVerified={clear}
          />
          <LeadsCards
            label="Leads"
            url={list.url}
            total={totalOf(list.counts)}
            cardHeight={onPhone ? 144 : 72}
            scroller={scroller}
          >
            {(lead) => (
              <EventLeadsRow
                lead={lead}
                selected={isSelected(selection, lead)}
                stepping={stepping.has(lead.id)}
                onSelect={select}
                onStep={changeStatus}
                onOpen={onOpen}
              />
            )}
          </LeadsCards>
        </div>
      )}
    </>
  );
}

interface EventLeadsToolbarProps {
  /** The number of selectable leads. */
  pending: number;
  /** Whether all of them are selected. */
  all: boolean | 'indeterminate';
  selection: Selection;
  onSelectAll: (chosen: boolean) => void;
  onVerified: () => void;
}

/** Sticks to the top while the list scrolls below it. */
function EventLeadsToolbar({
  pending,
  all,
  selection,
  onSelectAll,
  onVerified,
}: EventLeadsToolbarProps) {
  const id = useId();
  const verifyLeads = useVerifyLeads();
  const count = verifyLeads.isPending ? verifyLeads.variables.count : countSelected(selection);

  return (
    <div className="sticky -top-5 z-10 -mx-5 flex min-h-15 items-center justify-between gap-3 border-b bg-card px-5 py-2 md:-mx-6 md:px-6">
      <label
        htmlFor={id}
        className="flex min-h-11 items-center gap-3 font-semibold text-sm md:gap-4"
      >
        <Checkbox
          id={id}
          checked={all}
          disabled={pending === 0 || verifyLeads.isPending}
          onCheckedChange={onSelectAll}
        />
        Select all pending ({formatCount(pending)})
      </label>
      {count > 0 && (
        <Button
          variant="primary"
          size="small"
          pending={verifyLeads.isPending}
          onClick={() => verifyLeads.mutate(selectedLeads(selection), { onSuccess: onVerified })}
        >
          Verify
          <span className="font-medium tabular-nums">{formatCount(count)} selected</span>
        </Button>
      )}
    </div>
  );
}

function EventLeadsStats({ tally }: { tally: LeadTally }) {
  const tiles = [
    { label: 'Total', count: totalOf(tally) },
    { label: 'Verified', count: tally.verified },
    { label: 'Promoted', count: tally.promoted },
    { label: 'Pending', count: tally.pending },
  ];

  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
      {tiles.map(({ label, count }) => (
        <div
          key={label}
          className="flex min-w-0 items-baseline justify-between gap-2 rounded-m bg-sunk px-3.5 py-2.5 md:flex-col md:items-start md:justify-start md:gap-0 md:px-4"
        >
          <dt className="text-ink-2 text-sm">{label}</dt>
          <dd className="font-display font-semibold text-xl tabular-nums md:text-2xl">
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The four tiles and the first rows. */
function EventLeadsSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
        {['total', 'verified', 'promoted', 'pending'].map((tile) => (
          <Skeleton key={tile} className="h-11 rounded-m md:h-18" />
        ))}
      </div>
      <ListSkeleton label="Loading leads" />
    </>
  );
}
