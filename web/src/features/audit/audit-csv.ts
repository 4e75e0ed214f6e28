import type { AuditEntry } from '@drawbridge/contract/audit';
import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/csv';
import { localTime } from '../../lib/local-time.ts';
import { actorText, whatText, whereText } from './audit-text.ts';

const columns = ['Time', 'Who', 'What', 'Event', 'Subject', 'Details', 'Who Id', 'Event Id'];

/** The whole file. Names come from people, so they are quoted by the same rules as those of leads. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => [
    `${localTime(entry.at).replace(' ', 'T')}${offset(entry.at)}`,
    actorText(entry),
    whatText(entry),
    entry.event?.name ?? '',
    // The whole id of a lead, for those who look for it in a database.
    entry.subject?.name ?? entry.subject?.id ?? '',
    whereText(entry),
    entry.actor?.id ?? '',
    entry.event?.id ?? '',
  ]);
  return `${BYTE_ORDER_MARK}${csvLines([columns, ...rows])}`;
}

/** '+05:30': how far the browser's clock was ahead of UTC at that moment. */
function offset(moment: string): string {
  const minutes = -new Date(moment).getTimezoneOffset();
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
