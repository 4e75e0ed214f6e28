import { contact, contactOf, type LeadContact, listedFields } from '@drawbridge/contract/contact';
import { shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead, LeadExportRow } from '@drawbridge/contract/leads';
import { localTime } from '../../../lib/local-time.ts';

/** A lead as it is exported; `more` are the cells of the columns that are not specified. */
export interface ExportedLead extends LeadExportRow {
  more?: string[];
}

const MORE = ['Event', 'Consent', 'Consent Version', 'Marketing'];

/** What an export contains, and the name of its file. */
export interface ExportPlan {
  format: 'csv' | 'xlsx';
  withEvent: boolean;
  fileName: string;
}

export function headOf({ withEvent }: Pick<ExportPlan, 'withEvent'>): string[] {
  const names = listedFields.map((field) => contact[field].labels.export);
  const columns = [...names, 'Status', 'Source', 'Submitted At'];
  return withEvent ? [...columns, ...MORE] : columns;
}

export function cellsOf(lead: ExportedLead, { withEvent }: Pick<ExportPlan, 'withEvent'>) {
  const { status, submittedAt, more = [] } = lead;
  const details = listedFields.map((field) => lead[field] ?? '');
  const cells = [...details, status, shownSource(lead), localTime(submittedAt)];
  return withEvent ? [...cells, ...more] : cells;
}

/** The fields of a lead that are exported, so that nothing else is copied to the worker. */
export function toExported(
  lead: AdminLead,
  eventNames: ReadonlyMap<string, string>,
  consents: ReadonlyMap<number | null, string>,
): ExportedLead {
  const { status, source, imported, submittedAt } = lead;
  const { consentVersion, marketing } = lead;
  const more = [
    eventNames.get(lead.eventId) ?? 'Unknown Event',
    consents.get(consentVersion) ?? '',
    String(consentVersion ?? ''),
    marketing === null ? '' : marketing ? 'yes' : 'no',
  ];
  return { ...contactOf<LeadContact>(lead), status, source, imported, submittedAt, more };
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
