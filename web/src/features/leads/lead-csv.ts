import type { LeadExportRow } from '@drawbridge/contract/leads';
import { BYTE_ORDER_MARK, csvLines, localTime } from '../../lib/csv.ts';

const columns = ['Name', 'Email', 'Phone', 'Status', 'Source', 'Submitted At'];

export const csvHead = `${BYTE_ORDER_MARK}${csvLines([columns])}`;

/** The lines of some leads, each preceded by a line break: the file is the head and all chunks. */
export function leadLines(rows: readonly LeadExportRow[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => [
    row.name,
    row.email ?? '',
    row.phone,
    row.status,
    row.source,
    localTime(row.submittedAt),
  ]);
  return `\r\n${csvLines(cells)}`;
}

export function csvFileName(eventId: string, day: string): string {
  return `leads_${eventId}_${day}.csv`;
}
