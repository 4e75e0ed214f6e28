import type { AuditChoices, AuditEntry, AuditPage } from '@drawbridge/contract/audit';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from '../../lib/api-client.ts';
import { today } from '../../lib/calendar-days.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';
import { auditCsv } from './audit-csv.ts';

const AUDIT = '/api/audit';

/** The people and events to choose from. Read anew with every visit, because the trail grows by itself. */
export const auditChoicesQuery = queryOptions<AuditChoices>({
  queryKey: [`${AUDIT}/choices`],
  staleTime: 0,
});

export const auditQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: [`${AUDIT}?${query}`],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${pageParam}`;
      return get<AuditPage>(`${AUDIT}?${query}${cursor}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: AuditPage) => nextCursor,
    staleTime: 0,
    gcTime: 0,
  });

export function useExportAudit(query: string) {
  return useToastMutation({
    send: async () => {
      const entries = await get<AuditEntry[]>(`${AUDIT}/export?${query}`, { large: true });
      const content = new Blob([auditCsv(entries)], { type: 'text/csv;charset=utf-8' });
      saveFile(`audit_${today()}.csv`, content);
    },
    success: { title: 'Export successful', description: 'Audit trail exported to CSV file' },
    failure: 'Export failed',
  });
}
