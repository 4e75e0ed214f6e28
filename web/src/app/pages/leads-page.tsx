import type { LeadSort } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { useQueries } from '@tanstack/react-query';
import { Plus, RefreshCw, Upload } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { eventsQuery } from '../../features/events/api.ts';
import { leadCountsQuery, totalOf } from '../../features/leads/api.ts';
import {
  DeleteLeadDialog,
  WonLeadDialog,
} from '../../features/leads/dialogs/delete-lead-dialog.tsx';
import { ExportLeads } from '../../features/leads/export-leads.tsx';
import {
  ALL,
  clearFilter,
  type LeadFilters,
  readLeadView,
  writeLeadView,
} from '../../features/leads/filters/lead-filters.ts';
import { LeadsSkeleton } from '../../features/leads/list/leads-list.tsx';
import { LeadsOverview } from '../../features/leads/list/leads-overview.tsx';
import { useLeadList } from '../../features/leads/use-lead-list.ts';
import { refetch } from '../../lib/query-client.ts';
import { readsOf } from '../../lib/use-read.ts';
import { useSearchState } from '../../lib/use-search-state.ts';
import { NewLeadsPill } from '../../shared/new-leads-pill.tsx';
import { countedLeads, useLeadCounts } from '../../shared/use-lead-counts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';

const CreateLeadDialog = lazyDialog(() =>
  import('../../features/leads/dialogs/lead-dialogs.tsx').then((module) => module.CreateLeadDialog),
);
const EditLeadDialog = lazyDialog(() =>
  import('../../features/leads/dialogs/lead-dialogs.tsx').then((module) => module.EditLeadDialog),
);
const ImportDialog = lazyDialog(() =>
  import('../../features/imports/import-dialog.tsx').then((module) => module.ImportDialog),
);

type OpenDialog =
  | { kind: 'create' | 'import' }
  | { kind: 'edit' | 'delete' | 'won'; lead: AdminLead };

export function LeadsPage() {
  const [{ eventId, filters, sort }, setView] = useSearchState(readLeadView, writeLeadView);
  const setFilters = useCallback(
    (next: LeadFilters) => setView((before) => ({ ...before, filters: next })),
    [setView],
  );
  const setSort = useCallback(
    (next: LeadSort) => setView((before) => ({ ...before, sort: next })),
    [setView],
  );
  const counts = useLeadCounts();
  const { list, reading } = useLeadList(eventId, filters, sort);
  const [tally, events] = useQueries({ queries: [leadCountsQuery({ eventId }), eventsQuery] });
  const eventNames = useMemo(
    () => new Map((events.data ?? []).map(({ id, name }) => [id, name])),
    [events.data],
  );
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const edit = useCallback(
    (lead: AdminLead) => setDialog({ kind: lead.won ? 'won' : 'edit', lead }),
    [],
  );
  const ask = useCallback(
    (lead: AdminLead) => setDialog({ kind: lead.won ? 'won' : 'delete', lead }),
    [],
  );
  const reads = readsOf(reading, tally, events);
  const refresh = () => refetch(['/api/leads', '/api/events']);
  const newLeads =
    counts && tally.data && !tally.isFetching
      ? countedLeads(counts, eventId === ALL ? undefined : eventId) - totalOf(tally.data)
      : 0;

  return (
    <div className="flex flex-col gap-3">
      <PageHeader title="Leads" subtitle="Manage and verify collected leads">
        <div className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-2 sm:flex sm:w-auto sm:max-w-full sm:flex-wrap">
          <div className="col-span-2 flex min-w-0 gap-2 sm:w-72 sm:flex-auto xl:w-91">
            <Select
              label="Event"
              value={eventId}
              onValueChange={(chosen) =>
                setView((before) => ({
                  ...before,
                  eventId: chosen,
                  // Another event has other volunteers.
                  filters: clearFilter(before.filters, 'addedBy'),
                }))
              }
              options={[
                { value: ALL, label: 'All Events' },
                ...(events.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              className="min-w-0 flex-1 md:h-10"
            />
            <IconButton icon={RefreshCw} label="Refresh" onClick={refresh} />
            <Button onClick={() => setDialog({ kind: 'import' })} className="max-sm:px-3">
              <Upload aria-hidden />
              Import
            </Button>
          </div>
          <ExportLeads eventId={eventId} list={list} />
          <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
            <Plus aria-hidden />
            Create Lead
          </Button>
        </div>
      </PageHeader>

      <NewLeadsPill
        count={newLeads}
        onShow={() => {
          scrollTo(0, 0);
          void refresh();
        }}
      />
      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure what="leads" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      ) : !list.first || !events.data || (list.first.rows.length === 0 && !tally.data) ? (
        <LeadsSkeleton />
      ) : (
        <LeadsOverview
          key={eventId}
          eventId={eventId}
          tally={tally.data}
          list={{ ...list, first: list.first }}
          eventNames={eventNames}
          filters={filters}
          sort={sort}
          onFiltersChange={setFilters}
          onSortChange={setSort}
          onEdit={edit}
          onDelete={ask}
        />
      )}

      {dialog?.kind === 'create' && (
        <CreateLeadDialog
          events={events.data ?? []}
          eventId={eventId === ALL ? undefined : eventId}
          onClose={close}
        />
      )}
      {dialog?.kind === 'import' && (
        <ImportDialog
          events={events.data ?? []}
          eventId={eventId === ALL ? undefined : eventId}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && (
        <EditLeadDialog lead={dialog.lead} events={events.data ?? []} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteLeadDialog leadId={dialog.lead.id} onClose={close} />}
      {dialog?.kind === 'won' && <WonLeadDialog lead={dialog.lead} onClose={close} />}
    </div>
  );
}
