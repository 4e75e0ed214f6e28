import type { LeadSort } from '@drawbridge/contract/collecting/lead-values';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useQueries } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { leadCountsQuery, totalOf, useLeadList } from '../../collecting/leads/api.ts';
import { type OpenLead, OpenLeadDialog } from '../../collecting/leads/dialogs/open-lead.tsx';
import { ExportLeads } from '../../collecting/leads/export-leads.tsx';
import { leadFilters, sentLeadFilters } from '../../collecting/leads/lead-filters.tsx';
import { LeadsOverview } from '../../collecting/leads/leads-overview.tsx';
import { countedLeads, useLeadCounts } from '../../collecting/leads/list/new-leads.tsx';
import { eventsQuery } from '../../events/events/api.ts';
import { refetch } from '../../lib/queries/query-client.ts';
import { readsOf } from '../../lib/queries/use-read.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useFilters } from '../../ui/fields/filters.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { LiveDot } from '../../ui/frame/live-dot.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadFailure, NotRefreshed } from '../../ui/resource.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import type { EventTabProps } from '../event-tab.ts';

const CreateLeadDialog = lazyDialog(
  () => import('../../collecting/leads/dialogs/lead-dialogs.tsx'),
  'CreateLeadDialog',
);
const ImportDialog = lazyDialog(
  () => import('../../collecting/imports/import-dialog.tsx'),
  'ImportDialog',
);

const ALL = 'all';

type OpenDialog = { to: 'create' | 'import' } | OpenLead;

export function LeadsPage() {
  const counts = useLeadCounts();
  return <Leads leadsOf={(eventId) => counts && countedLeads(counts, eventId)} />;
}

export function EventLeads({ event, leads }: EventTabProps) {
  return <Leads event={event} leadsOf={() => leads} />;
}

interface LeadsProps {
  /** The event of its own page; undefined on the page of all events. */
  event?: AdminEvent;
  /** The current number of leads of an event, or of all events; undefined until it is known. */
  leadsOf: (eventId: string | undefined) => number | undefined;
}

function Leads({ event, leadsOf }: LeadsProps) {
  const [chosen, setView] = useFilters(leadFilters);
  const view = event ? { ...chosen, event: event.id } : chosen;
  const eventId = view.event || ALL;
  const { list, reading } = useLeadList(sentLeadFilters(view), (view.sort || 'newest') as LeadSort);
  const [tally, events] = useQueries({ queries: [leadCountsQuery({ eventId }), eventsQuery] });
  const eventsById = useMemo(
    () => new Map((events.data ?? []).map((event) => [event.id, event])),
    [events.data],
  );
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const reads = readsOf(reading, tally, events);
  const refresh = () => refetch(['/api/leads', '/api/events']);
  const counted = leadsOf(view.event || undefined);
  const newLeads =
    counted !== undefined && tally.data && !tally.isFetching ? counted - totalOf(tally.data) : 0;
  const refreshButton = (
    <LiveDot readAt={[reading.dataUpdatedAt, events.dataUpdatedAt]} onRefresh={refresh} />
  );
  const importButton = (
    <Button
      icon={Upload}
      aria-label={say('Import')}
      onClick={() => setDialog({ to: 'import' })}
      className="max-sm:px-3"
    >
      <span className={event && '@max-xl:hidden'}>{say('Import')}</span>
    </Button>
  );
  const others = (
    <>
      <ExportLeads list={list} />
      <Button icon={Plus} variant="primary" onClick={() => setDialog({ to: 'create' })}>
        {say('Create Lead')}
      </Button>
    </>
  );

  return (
    <div className="flex flex-col gap-3">
      {!event && (
        <PageHeader title={say('Leads')} subtitle={say('Manage and verify collected leads')}>
          <div className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-2 sm:flex sm:w-auto sm:max-w-full sm:flex-wrap sm:items-center">
            <div className="col-span-2 flex min-w-0 items-center gap-2 sm:w-72 sm:flex-auto xl:w-91 foreign:sm:w-96 foreign:xl:w-124">
              <Select
                label={say('Event')}
                value={eventId}
                onValueChange={(chosen) =>
                  // Another event has other volunteers and questions.
                  setView({ ...view, event: chosen === ALL ? '' : chosen, by: '', answers: '' })
                }
                options={[
                  { value: ALL, label: say('All Events') },
                  ...(events.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                className="min-w-0 flex-1 md:h-10"
              />
              {refreshButton}
              {importButton}
            </div>
            {others}
          </div>
        </PageHeader>
      )}

      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure
            title={say('Could not load leads')}
            error={reads.failure.error}
            onRetry={reads.retry}
          />
        </Card>
      ) : !list.first || !events.data || (list.first.rows.length === 0 && !tally.data) ? (
        <ListSkeleton label={say('Loading leads')} />
      ) : (
        <LeadsOverview
          key={eventId}
          tally={tally.data}
          list={{ ...list, first: list.first }}
          newLeads={{
            count: newLeads,
            quietly: !reads.outdated,
            // The counts of flags and volunteers are not refetched, because they take longer.
            onRead: () => refetch([list.url, '/api/leads/counts', '/api/events']),
            onShow: () => {
              scrollTo(0, 0);
              void refresh();
            },
          }}
          events={eventsById}
          isOneEvent={event !== undefined}
          view={view}
          onViewChange={setView}
          open={dialog && 'lead' in dialog ? dialog : undefined}
          onOpen={setDialog}
          actions={
            event && (
              <div className="ms-auto flex flex-wrap items-center justify-end gap-2 max-sm:*:first:hidden">
                {refreshButton}
                {importButton}
                {others}
              </div>
            )
          }
        />
      )}

      {dialog && 'lead' in dialog && (
        <OpenLeadDialog
          open={dialog}
          events={events.data ?? []}
          total={list.total}
          onChange={setDialog}
        />
      )}
      {dialog?.to === 'create' && (
        <CreateLeadDialog
          events={events.data ?? []}
          eventId={view.event || undefined}
          onClose={close}
        />
      )}
      {dialog?.to === 'import' && (
        <ImportDialog
          events={events.data ?? []}
          eventId={view.event || undefined}
          onClose={close}
        />
      )}
    </div>
  );
}
