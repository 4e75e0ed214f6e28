import type { AuditChoices, AuditEntry, AuditPage } from '@drawbridge/contract/audit';
import { queryOptions } from '@tanstack/react-query';
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

/** One page; the first has no cursor. */
export const auditPageQuery = (query: string, cursor: string) =>
  queryOptions<AuditPage>({
    queryKey: [`${AUDIT}?${query}${cursor && `&cursor=${cursor}`}`],
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
