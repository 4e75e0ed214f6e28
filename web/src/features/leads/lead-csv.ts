import type { LeadExportRow } from '@drawbridge/contract/leads';
import { csvRows, localTime, startCsv } from '../../lib/csv.ts';

const columns = ['Name', 'Email', 'Phone', 'Status', 'Source', 'Submitted At'];

export const csvHead = startCsv(columns);

/** The lines of some leads, each preceded by a line break: the file is the head and all chunks. */
export function csvLines(rows: readonly LeadExportRow[]): string {
  return csvRows(
    rows.map((row) => [
      row.name,
      row.email ?? '',
      row.phone,
      row.status,
      row.source,
      localTime(row.submittedAt),
    ]),
  );
}

export function csvFileName(eventId: string, day: string): string {
  return `leads_${eventId}_${day}.csv`;
}
