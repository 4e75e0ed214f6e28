import { type AuditKind, auditKinds, UNKNOWN_ACTOR } from '@drawbridge/contract/audit-kinds';
import { isCalendarDay, uuid } from '@drawbridge/contract/form-rules';
import { endOfDay, startOfDay } from '../../lib/day-formats.ts';

export const ALL = 'all';

export interface AuditFilterChoice {
  actorId: string;
  eventId: string;
  kind: AuditKind | typeof ALL;
  /** `yyyy-MM-dd`, or empty. */
  from: string;
  to: string;
}

export const noFilters: AuditFilterChoice = {
  actorId: ALL,
  eventId: ALL,
  kind: ALL,
  from: '',
  to: '',
};

/** Their names in the page's address. */
const names = { actorId: 'who', eventId: 'event', kind: 'what', from: 'from', to: 'to' } as const;
type Name = keyof AuditFilterChoice;
const entries = Object.entries(names) as [Name, string][];

/** Anything in the address that is not understood is ignored. */
export function readAuditFilters(search: string): AuditFilterChoice {
  const query = new URLSearchParams(search);
  const given = entries.flatMap(([name, param]) => {
    const value = query.get(param) ?? '';
    return isUnderstood(name, value) ? [[name, value]] : [];
  });
  return { ...noFilters, ...Object.fromEntries(given) };
}

export function writeAuditFilters(filters: AuditFilterChoice): string {
  const query = new URLSearchParams();
  for (const [name, param] of entries) {
    if (filters[name] !== noFilters[name]) query.set(param, filters[name]);
  }
  return query.toString();
}

function isUnderstood(name: Name, value: string): boolean {
  if (name === 'kind') return Object.hasOwn(auditKinds, value);
  if (name === 'from' || name === 'to') {
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value);
  }
  return uuid.test(value) || (name === 'actorId' && value === UNKNOWN_ACTOR);
}

/** The filters as the server takes them. Days are those of the browser's clock, by which the list shows them. */
export function sentFilters({ actorId, eventId, kind, from, to }: AuditFilterChoice) {
  return {
    ...(actorId !== ALL && { actorId }),
    ...(eventId !== ALL && { eventId }),
    ...(kind !== ALL && { kind }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}

/** The same as text, empty without a filter. */
export function toQuery(filters: AuditFilterChoice): string {
  return String(new URLSearchParams(sentFilters(filters)));
}
