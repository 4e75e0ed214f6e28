import { isCalendarDay } from '@drawbridge/contract/calendar-day';
import {
  ADDED_BY_PUBLIC,
  type LeadMark,
  type LeadSort,
  type LeadStatus,
  leadMarkNames,
  leadSorts,
  leadStatuses,
  type ShownSource,
  shownSources,
} from '@drawbridge/contract/lead-values';
import type { LeadFilters as SentFilters, Submitter } from '@drawbridge/contract/leads';
import { formatDay } from '../../../lib/day-formats.ts';
import { sourceLabels } from '../lead-sources.ts';

export const ALL = 'all';

export interface LeadFilters {
  search: string;
  status: LeadStatus | typeof ALL;
  source: ShownSource | typeof ALL;
  /** A submitter's key, or `public`, or `ALL`. */
  addedBy: string;
  mark: LeadMark | typeof ALL;
  /** Days as `yyyy-MM-dd`, or empty. */
  from: string;
  to: string;
}

/** What the leads screen shows; it is kept in the page's address. */
export interface LeadView {
  /** The selected event, or `ALL`. */
  eventId: string;
  filters: LeadFilters;
  sort: LeadSort;
}

export const sortLabels: Record<LeadSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
};

export const noFilters: LeadFilters = {
  search: '',
  status: ALL,
  source: ALL,
  addedBy: ALL,
  mark: ALL,
  from: '',
  to: '',
};

export const statusLabels: Record<LeadStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  promoted: 'Promoted',
};

/** Somebody who has forfeited has not won. */
export const markLabels: Record<LeadMark, string> = {
  invalidPhone: 'Invalid number',
  duplicate: 'Duplicate',
  won: 'Won',
  imported: 'Import',
};

/** Anything in the address that is not understood is ignored. */
export function readLeadView(search: string): LeadView {
  const query = new URLSearchParams(search);
  const day = (name: string) => {
    const value = query.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value) ? value : '';
  };
  return {
    eventId: query.get('event') || ALL,
    filters: {
      search: query.get('q') ?? '',
      status: oneOf(leadStatuses, query.get('status')) ?? ALL,
      source: oneOf(shownSources, query.get('source')) ?? ALL,
      addedBy: query.get('by') || ALL,
      mark: oneOf(leadMarkNames, query.get('mark')) ?? ALL,
      from: day('from'),
      to: day('to'),
    },
    sort: oneOf(leadSorts, query.get('sort')) ?? 'newest',
  };
}

/** The query of the address; what is not filtered is not in it. */
export function writeLeadView({ eventId, filters, sort }: LeadView): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string, nothing: string) => {
    if (value !== nothing) query.set(name, value);
  };
  set('event', eventId, ALL);
  set('q', filters.search, noFilters.search);
  set('status', filters.status, ALL);
  set('source', filters.source, ALL);
  set('by', filters.addedBy, ALL);
  set('mark', filters.mark, ALL);
  set('from', filters.from, noFilters.from);
  set('to', filters.to, noFilters.to);
  set('sort', sort, 'newest');
  return query.toString();
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text);
}

/** The filters as the server takes them. Days are in the time zone of the person looking at the list. */
export function sentFilters(eventId: string, filters: LeadFilters): SentFilters {
  const { status, source, addedBy, mark, from, to } = filters;
  const search = filters.search.trim();
  return {
    eventId,
    ...(search && { q: search }),
    ...(status !== ALL && { status }),
    ...(source === 'qr' && { source }),
    // Imported leads are shown as a source of their own, but are stored as `volunteer`.
    ...(source === 'volunteer' && { source, imported: 'false' }),
    ...(source === 'import' && { imported: 'true' }),
    ...(addedBy !== ALL && { addedBy }),
    ...(mark !== ALL && { [mark]: 'true' }),
    ...(from && { from: new Date(`${from}T00:00:00.000`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

export interface ActiveFilter {
  name: keyof LeadFilters;
  label: string;
}

/** The active filters with the labels of their badges. */
export function activeFilters(
  filters: LeadFilters,
  submitters: readonly Submitter[],
): ActiveFilter[] {
  const { status, source, addedBy, mark, from, to } = filters;
  const search = filters.search.trim();
  const active: ActiveFilter[] = [];
  if (search) active.push({ name: 'search', label: `Search: ${search}` });
  if (status !== ALL) active.push({ name: 'status', label: `Status: ${statusLabels[status]}` });
  if (source !== ALL) active.push({ name: 'source', label: `Source: ${sourceLabels[source]}` });
  if (addedBy !== ALL) {
    const name =
      addedBy === ADDED_BY_PUBLIC
        ? 'QR Code (Public)'
        : (submitters.find(({ key }) => key === addedBy)?.name ?? 'Unknown');
    active.push({ name: 'addedBy', label: `Added By: ${name}` });
  }
  if (mark !== ALL) active.push({ name: 'mark', label: markLabels[mark] });
  if (from) active.push({ name: 'from', label: `From: ${formatDay(from)}` });
  if (to) active.push({ name: 'to', label: `To: ${formatDay(to)}` });
  return active;
}

export function clearFilter(filters: LeadFilters, name: keyof LeadFilters): LeadFilters {
  return { ...filters, [name]: noFilters[name] };
}

/** Pressing the active status or mark again removes the filter. */
export function toggle<Name extends 'status' | 'mark'>(
  filters: LeadFilters,
  name: Name,
  value: LeadFilters[Name],
): LeadFilters {
  return { ...filters, [name]: filters[name] === value ? ALL : value };
}
