import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { auditChoicesQuery, auditQuery, useExportAudit } from '../../features/audit/api.ts';
import { noFilters, toQuery } from '../../features/audit/audit-filters.ts';
import { AuditFiltersPanel } from '../../features/audit/audit-filters-panel.tsx';
import { AuditList } from '../../features/audit/audit-list.tsx';
import { readsOf } from '../../lib/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NotRefreshed } from '../../ui/not-refreshed.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../settings-nav.tsx';

const noChoices = { people: [], events: [] };

export function AuditPage() {
  const [filters, setFilters] = useState(noFilters);
  const query = toQuery(filters);
  const choices = useQuery(auditChoicesQuery);
  const audit = useInfiniteQuery(auditQuery(query));
  const exportAudit = useExportAudit(query);
  const reads = readsOf(audit, choices);
  const entries = audit.data?.pages.flatMap((page) => page.entries);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Audit trail" subtitle="Who did what and when">
        <Button pending={exportAudit.isPending} onClick={() => exportAudit.mutate()}>
          <Download aria-hidden />
          Export CSV
        </Button>
      </PageHeader>
      <SettingsNav />
      <AuditFiltersPanel
        filters={filters}
        choices={choices.data ?? noChoices}
        onChange={setFilters}
      />

      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure what="the audit trail" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      ) : !entries ? (
        <ListSkeleton label="Loading the audit trail" />
      ) : entries.length === 0 ? (
        <Card>
          <EmptyState
            icon={ScrollText}
            title="Nothing was recorded"
            help="Nothing in the audit trail matches these filters."
          />
        </Card>
      ) : (
        <Card aria-label="Entries" className="overflow-hidden">
          <AuditList entries={entries} />
        </Card>
      )}
      {audit.hasNextPage && (
        <Button
          className="self-center"
          pending={audit.isFetchingNextPage}
          onClick={() => audit.fetchNextPage()}
        >
          Show Older Entries
        </Button>
      )}
    </div>
  );
}
