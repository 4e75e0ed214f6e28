import type { LeadExportRow } from '@drawbridge/contract/leads';
import { BYTE_ORDER_MARK, csvLines } from '../../lib/csv.ts';

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

/** `yyyy-MM-dd HH:mm:ss` in the time zone of the browser. */
function localTime(moment: string): string {
  const time = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
