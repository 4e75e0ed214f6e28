import type { AdminLead } from '@drawbridge/contract/leads';
import { useQueries } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { eventsQuery } from '../../features/events/api.ts';
import { ALL_EVENTS, leadsQuery } from '../../features/leads/api.ts';
import { CreateLeadDialog } from '../../features/leads/dialogs/create-lead-dialog.tsx';
import { DeleteLeadDialog } from '../../features/leads/dialogs/delete-lead-dialog.tsx';
import { EditLeadDialog } from '../../features/leads/dialogs/edit-lead-dialog.tsx';
import { WonLeadDialog } from '../../features/leads/dialogs/won-lead-dialog.tsx';
import { ExportLeadsButton } from '../../features/leads/export-leads-button.tsx';
import { clearFilter, noFilters } from '../../features/leads/filters/lead-filters.ts';
import { LeadsOverview } from '../../features/leads/list/leads-overview.tsx';
import { LeadsSkeleton } from '../../features/leads/list/leads-skeleton.tsx';
import { readsOf } from '../../lib/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NotRefreshed } from '../../ui/not-refreshed.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';

/** The open dialog. It holds an id instead of an object, so that it always shows the latest data. */
type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete' | 'won'; leadId: string };

export function LeadsPage() {
  const [eventId, setEventId] = useState(ALL_EVENTS);
  const [filters, setFilters] = useState(noFilters);
  const [leads, events] = useQueries({ queries: [leadsQuery(eventId), eventsQuery] });
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const edit = useCallback(
    ({ id, won }: AdminLead) => setDialog({ kind: won ? 'won' : 'edit', leadId: id }),
    [],
  );
  const ask = useCallback(
    ({ id, won }: AdminLead) => setDialog({ kind: won ? 'won' : 'delete', leadId: id }),
    [],
  );
  const lead =
    dialog && dialog.kind !== 'create'
      ? leads.data?.find(({ id }) => id === dialog.leadId)
      : undefined;
  const reads = readsOf(leads, events);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Leads" subtitle="Manage and verify collected leads">
        <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:max-w-full">
          <div className="col-span-2 min-w-0 sm:w-52">
            <Select
              label="Event"
              value={eventId}
              onValueChange={(chosen) => {
                setEventId(chosen);
                // Another event has other volunteers.
                setFilters((before) => clearFilter(before, 'addedBy'));
              }}
              options={[
                { value: ALL_EVENTS, label: 'All Events' },
                ...(events.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              className="md:h-10"
            />
          </div>
          <ExportLeadsButton eventId={eventId} />
          <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
            <Plus aria-hidden />
            Create Lead
          </Button>
        </div>
      </PageHeader>

      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure what="leads" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      ) : !leads.data || !events.data ? (
        <LeadsSkeleton />
      ) : (
        <LeadsOverview
          key={eventId}
          leads={leads.data}
          events={events.data}
          filters={filters}
          onFiltersChange={setFilters}
          onEdit={edit}
          onDelete={ask}
        />
      )}

      {dialog?.kind === 'create' && (
        <CreateLeadDialog
          events={events.data ?? []}
          eventId={eventId === ALL_EVENTS ? undefined : eventId}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && lead && (
        <EditLeadDialog lead={lead} events={events.data ?? []} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteLeadDialog leadId={dialog.leadId} onClose={close} />}
      {dialog?.kind === 'won' && lead && <WonLeadDialog lead={lead} onClose={close} />}
    </div>
  );
}
