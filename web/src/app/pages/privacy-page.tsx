import { useQueries, useQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { PersonSection } from '../../collecting/personal-data/person-section.tsx';
import { readsOf } from '../../lib/queries/use-read.ts';
import { say } from '../../lib/texts/say.ts';
import {
  auditChoicesQuery,
  auditFilters,
  auditPageQuery,
  auditUrl,
  useExportAudit,
} from '../../team/audit/api.ts';
import { AuditList } from '../../team/audit/audit-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import {
  clearFilters,
  FilterControls,
  useFilters,
  writeFilters,
} from '../../ui/fields/filters.tsx';
import { useKeepFocus } from '../../ui/fields/focus.ts';
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../ui/resource.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';

const noChoices = { people: [], events: [] };

export function PrivacyPage() {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('Privacy & log')}
        subtitle={say("Find, export or erase a person's data, and see the audit trail")}
      />
      <PersonSection />
      <AuditSection />
    </div>
  );
}

function AuditSection() {
  const [view, setView] = useFilters(auditFilters);
  const query = writeFilters(view);
  const choices = useQuery(auditChoicesQuery);
  const first = auditUrl(view);
  const [loaded, setLoaded] = useState([first]);
  // Other filters start with their first page.
  const urls = loaded[0] === first ? loaded : [first];
  const older = useKeepFocus<HTMLDivElement>();
  const pages = useQueries({ queries: urls.map(auditPageQuery) });
  const exportAudit = useExportAudit(view);
  const reads = readsOf(choices, ...pages);
  const entries = pages[0]?.data && pages.flatMap(({ data }) => data?.rows ?? []);
  const last = pages.at(-1);
  const next = last?.data?.next;

  return (
    <section aria-labelledby="audit" className="flex flex-col gap-4">
      <SectionHeader
        id="audit"
        title={say('Audit trail')}
        subtitle={say('All changes, with author and time')}
      >
        <Button
          icon={Download}
          pending={exportAudit.isPending}
          onClick={() => exportAudit.mutate()}
        >
          {say('Export CSV')}
        </Button>
      </SectionHeader>
      <Card aria-label={say('Filters')}>
        <FilterControls
          filters={auditFilters}
          chosen={view}
          known={choices.data ?? noChoices}
          onChange={setView}
          className="grid-cols-2 items-start max-md:[&>:nth-child(-n+3)]:col-span-2 md:grid-cols-3 xl:grid-cols-[1fr_1fr_1.5fr_9.5rem_9.5rem]"
        >
          <p className="col-span-full text-ink-2 text-sm md:text-xs">
            {say('Leads added by visitors and volunteers are listed under Leads.')}
          </p>
          {query && (
            <Button
              variant="quiet"
              className="justify-self-start"
              onClick={() => setView(clearFilters(auditFilters, view))}
            >
              {say('Clear All')}
            </Button>
          )}
        </FilterControls>
      </Card>

      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure
            title={say('Could not load the audit trail')}
            error={reads.failure.error}
            onRetry={reads.retry}
          />
        </Card>
      ) : !entries ? (
        <ListSkeleton label={say('Loading the audit trail')} />
      ) : entries.length === 0 ? (
        <Card>
          <EmptyState
            icon={ScrollText}
            {...(query
              ? {
                  title: say('Nothing matches'),
                  help: say('Nothing in the audit trail matches these filters.'),
                }
              : { title: say('No entries yet') })}
          />
        </Card>
      ) : (
        <Card aria-label={say('Entries')} className="overflow-hidden">
          <AuditList entries={entries} />
        </Card>
      )}
      <div ref={older} className="flex justify-center">
        {entries && (next || last?.isPending) ? (
          <Button
            pending={last?.isPending ?? false}
            onClick={() => next && setLoaded([...urls, next])}
          >
            {say('Show Older Entries')}
          </Button>
        ) : (
          urls.length > 1 && (
            <p tabIndex={-1} className="text-ink-2 text-sm">
              {say('There are no older entries.')}
            </p>
          )
        )}
      </div>
    </section>
  );
}
