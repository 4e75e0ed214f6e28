import type { AdminLead, LeadExportRow } from '@drawbridge/contract/leads';
import { localTime } from '../../../lib/local-time.ts';

/** A lead as it is exported; files with an event have one more column. */
export interface ExportedLead extends LeadExportRow {
  event?: string;
}

/** What an export contains, and the name of its file. */
export interface ExportPlan {
  format: 'csv' | 'xlsx';
  withEvent: boolean;
  fileName: string;
}

export function headOf({ withEvent }: Pick<ExportPlan, 'withEvent'>): string[] {
  const columns = ['Name', 'Email', 'Phone', 'Status', 'Source', 'Submitted At'];
  return withEvent ? [...columns, 'Event'] : columns;
}

export function cellsOf(lead: ExportedLead, { withEvent }: Pick<ExportPlan, 'withEvent'>) {
  const { name, email, phone, status, source, submittedAt, event = '' } = lead;
  const cells = [name, email ?? '', phone, status, source, localTime(submittedAt)];
  return withEvent ? [...cells, event] : cells;
}

/** The fields of a lead that are exported, so that nothing else is copied to the worker. */
export function toExported(
  { name, email, phone, status, source, submittedAt, eventId }: AdminLead,
  eventNames: ReadonlyMap<string, string>,
): ExportedLead {
  const event = eventNames.get(eventId) ?? 'Unknown Event';
  return { name, email, phone, status, source, submittedAt, event };
}

/** `leads_{eventId}_{day}.csv`, with a suffix for anything but the plain export. */
export function exportFileName(
  eventId: string,
  day: string,
  format: ExportPlan['format'],
  contents?: 'filtered' | 'with-event',
): string {
  return `leads_${eventId}_${day}${contents ? `_${contents}` : ''}.${format}`;
}
