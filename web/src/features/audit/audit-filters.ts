import type { AuditKind } from '@drawbridge/contract/audit-kinds';

export const ALL = 'all';

export interface AuditFilterChoice {
  actorId: string;
  eventId: string;
  kind: AuditKind | typeof ALL;
  /** `yyyy-MM-dd` in the browser's time zone, or empty. */
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

/** The query of the server's calls. Days begin and end in the browser's time zone. */
export function toQuery({ actorId, eventId, kind, from, to }: AuditFilterChoice): string {
  const query = new URLSearchParams();
  if (actorId !== ALL) query.set('actorId', actorId);
  if (eventId !== ALL) query.set('eventId', eventId);
  if (kind !== ALL) query.set('kind', kind);
  if (from) query.set('from', new Date(`${from}T00:00:00.000`).toISOString());
  if (to) query.set('to', new Date(`${to}T23:59:59.999`).toISOString());
  return query.toString();
}
