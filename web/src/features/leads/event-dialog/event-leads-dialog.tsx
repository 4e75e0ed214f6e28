import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead, LeadTally } from '@drawbridge/contract/leads';
import { useQueries } from '@tanstack/react-query';
import { ContactRound } from 'lucide-react';
import { useState } from 'react';
import type { Page } from '../../../lib/api-client.ts';
import { countOf } from '../../../lib/formats.ts';
import { readsOf } from '../../../lib/reads.ts';
import { PHONE, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { NotRefreshed } from '../../../ui/not-refreshed.tsx';
import { leadCountsQuery, leadPageQuery, listUrl, totalOf, useChangeLeadStatus } from '../api.ts';
import { isSelected, useLeadSelection } from '../lead-selection.ts';
import { LeadsCards } from '../list/leads-cards.tsx';
import { EventLeadsRow } from './event-leads-row.tsx';
import { EventLeadsSkeleton } from './event-leads-skeleton.tsx';
import { EventLeadsStats } from './event-leads-stats.tsx';
import { EventLeadsToolbar } from './event-leads-toolbar.tsx';

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
            />
          )
        ) : reads.failure ? (
          <LoadFailure what="leads" error={reads.failure.error} onRetry={reads.retry} />
        ) : (
          <EventLeadsSkeleton />
        )}
      </DialogBody>
    </Dialog>
  );
}

interface EventLeadsProps {
  url: string;
  filter: { eventId: string };
  first: Page<AdminLead>;
  counts: LeadTally;
  scroller: HTMLElement;
}

function EventLeads({ scroller, ...list }: EventLeadsProps) {
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
            pending={pending}
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
              />
            )}
          </LeadsCards>
        </div>
      )}
    </>
  );
}
