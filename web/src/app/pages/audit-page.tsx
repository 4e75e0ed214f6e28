import { useQueries, useQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { auditChoicesQuery, auditPageQuery, useExportAudit } from '../../features/audit/api.ts';
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
const fromTheStart = [''];

export function AuditPage() {
  const [filters, setFilters] = useState(noFilters);
  const query = toQuery(filters);
  const choices = useQuery(auditChoicesQuery);
  const [cursors, setCursors] = useState(fromTheStart);
  const pages = useQueries({ queries: cursors.map((cursor) => auditPageQuery(query, cursor)) });
  const exportAudit = useExportAudit(query);
  const reads = readsOf(choices, ...pages);
  const entries = pages[0]?.data && pages.flatMap(({ data }) => data?.entries ?? []);
  const last = pages.at(-1);
  const nextCursor = last?.data?.nextCursor;

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
        onChange={(changed) => {
          setFilters(changed);
          setCursors(fromTheStart);
        }}
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
      {entries && (nextCursor || last?.isPending) && (
        <Button
          className="self-center"
          pending={last?.isPending ?? false}
          onClick={() => nextCursor && setCursors([...cursors, nextCursor])}
        >
          Show Older Entries
        </Button>
      )}
    </div>
  );
}
