import {
  type AuditKind,
  auditAreas,
  auditKinds,
  UNKNOWN_ACTOR,
} from '@drawbridge/contract/core/audit-kinds';
import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/core/files/csv';
import { uuid } from '@drawbridge/contract/core/inputs/form-rules';
import { english } from '@drawbridge/contract/languages/english';
import { UNKNOWN_NAME } from '@drawbridge/contract/login/account-names';
import type { AuditChoices, AuditEntry } from '@drawbridge/contract/team/audit';
import { api, getPage, urlOf } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { localTime, today } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import {
  type Chosen,
  choice,
  type Filters,
  period,
  sentFilters,
} from '../../ui/fields/filters.tsx';
import { actorText, whatText, whereText } from './audit-list.tsx';

/** The people and events to choose from. Refetched on every visit, because the trail keeps growing. */
export const auditChoicesQuery = { ...apiQuery('/api/audit/choices'), staleTime: 0 };

/** The address of the first page. */
export const auditUrl = (view: AuditView) => urlOf('/api/audit', { query: sentAuditFilters(view) });

export const auditPageQuery = (url: string) => ({
  queryKey: [url],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPage<'/api/audit'>(url, { signal }),
  staleTime: 0,
  gcTime: 0,
});

export function useExportAudit(view: AuditView) {
  return useApiMutation({
    send: async () => {
      const query = sentAuditFilters(view);
      const entries = await api.get('/api/audit/export', { query, large: true });
      const content = new Blob([auditCsv(entries)], { type: 'text/csv;charset=utf-8' });
      saveFile(`audit_${today()}.csv`, content);
    },
    success: {
      title: say('Export successful'),
      description: say('Audit trail exported to CSV file'),
    },
    failure: say('Export failed'),
  });
}

const columns = ['Time', 'Who', 'What', 'Event', 'Subject', 'Details', 'Who Id', 'Event Id'];

/** The whole audit trail as a file. Names are user input, so they are quoted by the same rules as those of leads. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => [
    `${localTime(entry.at).replace(' ', 'T')}${offset(entry.at)}`,
    actorText(entry),
    whatText(entry),
    entry.event?.name ?? '',
    // The whole id of a lead, for searching it in a database.
    entry.subject?.name ?? entry.subject?.id ?? '',
    whereText(entry),
    entry.actor?.id ?? '',
    entry.event?.id ?? '',
  ]);
  return `${BYTE_ORDER_MARK}${csvLines([columns, ...rows])}`;
}

/** '+05:30': the offset of the browser's time zone from UTC at that time. */
function offset(moment: string): string {
  const minutes = -new Date(moment).getTimezoneOffset();
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

const everything = { value: 'all' };
const namesOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name || id }));

interface SentFilters {
  actorId?: string;
  eventId?: string;
  kind?: AuditKind;
  from?: string;
  to?: string;
}

type Name = 'who' | 'event' | 'what' | 'from' | 'to';

export const auditFilters: Filters<Name, SentFilters, AuditChoices> = {
  who: choice({
    label: english('Who'),
    accepts: (text) => uuid.test(text) || text === UNKNOWN_ACTOR,
    send: (actorId) => ({ actorId }),
    options: ({ people }) => [
      { ...everything, label: say('Everybody') },
      { value: UNKNOWN_ACTOR, label: say(UNKNOWN_NAME) },
      ...namesOf(people),
    ],
  }),
  event: choice({
    label: english('Event'),
    accepts: (text) => uuid.test(text),
    send: (eventId) => ({ eventId }),
    options: ({ events }) => [{ ...everything, label: say('All Events') }, ...namesOf(events)],
  }),
  what: choice({
    label: english('What'),
    accepts: (text) => Object.hasOwn(auditKinds, text),
    send: (kind) => ({ kind: kind as AuditKind }),
    options: () => [
      { ...everything, label: say('Everything') },
      ...Object.entries(auditAreas).flatMap(([group, kinds]) =>
        Object.entries(kinds).map(([value, label]) => ({
          value,
          // Leads added by volunteers and visitors are not recorded here: each lead has its source.
          label:
            value === 'lead-added'
              ? say('{label} (administrators)', { label: say(label) })
              : say(label),
          group: say(group),
        })),
      ),
    ],
  }),
  ...period,
};

export type AuditView = Chosen<Name>;
export const sentAuditFilters = (view: AuditView) => sentFilters(auditFilters, view);
