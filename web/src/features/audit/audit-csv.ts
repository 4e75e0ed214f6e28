import type { AuditEntry } from '@drawbridge/contract/audit';
import { auditKinds } from '@drawbridge/contract/audit-kinds';
import { BYTE_ORDER_MARK, csvLines, localTime } from '../../lib/csv.ts';
import { actorText, detailsText, subjectText } from './audit-text.ts';

const columns = ['Time', 'Who', 'What', 'Event', 'Subject', 'Details', 'Who Id', 'Event Id'];

/** The whole file. Names come from people, so they are quoted by the same rules as those of leads. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => [
    localTime(entry.at),
    actorText(entry),
    auditKinds[entry.kind],
    entry.event?.name ?? '',
    subjectText(entry),
    detailsText(entry),
    entry.actor?.id ?? '',
    entry.event?.id ?? '',
  ]);
  return `${BYTE_ORDER_MARK}${csvLines([columns, ...rows])}`;
}
