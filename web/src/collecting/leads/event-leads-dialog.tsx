import type { LeadTally } from '@drawbridge/contract/collecting/lead-lists';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ContactRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';
import {
  leadCountsQuery,
  leadPageQuery,
  listUrl,
  totalOf,
  useChangeLeadStatus,
  useVerifyLeads,
} from './api.ts';
import { type OpenLead, OpenLeadDialog, shownLead } from './dialogs/open-lead.tsx';
import { countSelected, isSelected, selectedLeads, useLeadSelection } from './lead-selection.ts';
import { ownColumns } from './list/lead-columns.tsx';
import { LeadList, SelectAll } from './list/lead-list.tsx';

const columns = ownColumns.filter(({ key }) => key === 'source' || key === 'submitted');

export function EventLeadsDialog({ event, onClose }: { event: AdminEvent; onClose: () => void }) {
  const { data: tally } = useQuery(leadCountsQuery({ eventId: event.id }));
  // State instead of a ref, because the list can be laid out only once the scrolling element exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  return (
    <Dialog
      wide
      title={event.name}
      description={say('{count} lead collected', '{count} leads collected', {
        count: tally ? totalOf(tally) : event.leadCount,
      })}
      onClose={onClose}
    >
      <DialogBody ref={setScroller}>
        <EventLeadsPanel event={event} scroller={scroller} />
      </DialogBody>
    </Dialog>
  );
}

interface EventLeadsPanelProps {
  event: AdminEvent;
  scroller: HTMLElement | null;
}

function EventLeadsPanel({ event, scroller }: EventLeadsPanelProps) {
  const filter = { eventId: event.id };
  const url = listUrl(filter);
  const [page, tally] = useQueries({ queries: [leadPageQuery(url), leadCountsQuery(filter)] });
  const [open, setOpen] = useState<OpenLead>();
  const { selection, pending, all, select, onSelectAll, clear } = useLeadSelection({
    url,
    filter,
    first: page.data,
    counts: tally.data,
  });
  const { changeStatus, stepping } = useChangeLeadStatus();
  const verifyLeads = useVerifyLeads();
  const count = verifyLeads.isPending ? verifyLeads.variables.count : countSelected(selection);
  const handlers = useMemo(
    () => ({
      onSelect: select,
      onStep: changeStatus,
      onOpen: (lead: AdminLead, index: number) => setOpen({ lead, to: 'show', place: index }),
      onEdit: (lead: AdminLead, question?: string) => setOpen({ lead, to: 'edit', question }),
    }),
    [select, changeStatus],
  );

  return (
    <>
      <Resource
        reads={[page, tally]}
        what={{ loading: say('Loading leads'), failed: say('Could not load leads') }}
      >
        {(first, counts) => (
          <>
            <Figures tally={counts} />
            {first.rows.length === 0 ? (
              <EmptyState
                icon={ContactRound}
                title={say('No leads yet')}
                help={say('They appear here as visitors and volunteers send them.')}
              />
            ) : (
              <div className="-mt-3">
                {/* Sticks to the top while the list scrolls below it. */}
                <div className="sticky -top-5 z-10 -mx-5 mb-1 flex min-h-15 items-center justify-between gap-3 border-b bg-card px-5 py-2 md:-mx-6 md:mb-0 md:px-6">
                  <SelectAll
                    pending={pending ?? counts.pending}
                    all={all}
                    disabled={pending === 0 || verifyLeads.isPending}
                    onSelectAll={onSelectAll}
                  />
                  {count > 0 && (
                    <Button
                      variant="primary"
                      size="small"
                      pending={verifyLeads.isPending}
                      onClick={() =>
                        verifyLeads.mutate(selectedLeads(selection), { onSuccess: clear })
                      }
                    >
                      {say('Verify')}
                      <span className="font-medium tabular-nums">
                        {say('{count} selected', { count })}
                      </span>
                    </Button>
                  )}
                </div>
                {scroller && (
                  <LeadList
                    label={say('Leads')}
                    url={url}
                    total={totalOf(counts)}
                    columns={columns}
                    scroller={scroller}
                    openPlace={shownLead(open)?.place}
                    listed={(lead) => ({
                      lead,
                      event,
                      selected: isSelected(selection, lead),
                      open: lead.id === shownLead(open)?.lead.id,
                      stepping: stepping.has(lead.id),
                      handlers,
                    })}
                  />
                )}
              </div>
            )}
          </>
        )}
      </Resource>
      {open && <OpenLeadDialog inDialog open={open} events={[event]} onChange={setOpen} />}
    </>
  );
}

function Figures({ tally }: { tally: LeadTally }) {
  const tiles = {
    Total: totalOf(tally),
    Verified: tally.verified,
    Promoted: tally.promoted,
    Pending: tally.pending,
  };
  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
      {Object.entries(tiles).map(([label, count]) => (
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
