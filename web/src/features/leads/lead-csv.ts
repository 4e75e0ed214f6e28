import type { LeadExportRow } from '@drawbridge/contract/leads';
import Papa from 'papaparse';

const columns = ['Name', 'Email', 'Phone', 'Status', 'Source', 'Submitted At'];

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches cells that a spreadsheet may run as a formula; they are prefixed with an apostrophe. The
 * library's own pattern misses cells with a line break and the full-width forms of the signs.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

export const csvHead = `${BYTE_ORDER_MARK}${columns.join(',')}`;

/** The lines of some leads, each preceded by a line break: the file is the head and all chunks. */
export function csvLines(rows: readonly LeadExportRow[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => [
    row.name,
    row.email ?? '',
    row.phone,
    row.status,
    row.source,
    localTime(row.submittedAt),
  ]);
  return `\r\n${Papa.unparse(cells, { escapeFormulae: FORMULA_START })}`;
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
