import { useQueries, useQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import {
  auditChoicesQuery,
  auditPageQuery,
  auditUrl,
  useExportAudit,
} from '../../features/audit/api.ts';
import {
  readAuditFilters,
  toQuery,
  writeAuditFilters,
} from '../../features/audit/audit-filters.ts';
import { AuditFiltersPanel } from '../../features/audit/audit-filters-panel.tsx';
import { AuditList } from '../../features/audit/audit-list.tsx';
import { readsOf } from '../../lib/use-read.ts';
import { useSearchState } from '../../lib/use-search-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { useKeepFocus } from '../../ui/focus.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { SettingsNav } from '../admin-layout.tsx';

const noChoices = { people: [], events: [] };

export function AuditPage() {
  const [filters, setFilters] = useSearchState(readAuditFilters, writeAuditFilters);
  const query = toQuery(filters);
  const choices = useQuery(auditChoicesQuery);
  const first = auditUrl(filters);
  const [loaded, setLoaded] = useState([first]);
  // Other filters start with their first page.
  const urls = loaded[0] === first ? loaded : [first];
  const older = useKeepFocus<HTMLDivElement>();
  const pages = useQueries({ queries: urls.map(auditPageQuery) });
  const exportAudit = useExportAudit(filters);
  const reads = readsOf(choices, ...pages);
  const entries = pages[0]?.data && pages.flatMap(({ data }) => data?.rows ?? []);
  const last = pages.at(-1);
  const next = last?.data?.next;

  return (
    <div className="flex flex-col gap-4">
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
            {...(query
              ? {
                  title: 'Nothing matches',
                  help: 'Nothing in the audit trail matches these filters.',
                }
              : { title: 'Nothing was recorded' })}
          />
        </Card>
      ) : (
        <Card aria-label="Entries" className="overflow-hidden">
          <AuditList entries={entries} />
        </Card>
      )}
      <div ref={older} className="flex justify-center">
        {entries && (next || last?.isPending) ? (
          <Button
            pending={last?.isPending ?? false}
            onClick={() => next && setLoaded([...urls, next])}
          >
            Show Older Entries
          </Button>
        ) : (
          urls.length > 1 && (
            <p tabIndex={-1} className="text-ink-2 text-sm">
              There are no older entries.
            </p>
          )
        )}
      </div>
    </div>
  );
}
