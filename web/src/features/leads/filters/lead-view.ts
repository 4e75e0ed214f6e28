import { isCalendarDay } from '@drawbridge/contract/calendar-day';
import { leadStatuses, shownSources } from '@drawbridge/contract/lead-values';
import { ALL, type LeadFilters, type LeadSort, leadSorts, noFilters } from './lead-filters.ts';

export const ALL_EVENTS = 'all';

/** What the leads screen shows; it is kept in the page's address. */
export interface LeadView {
  /** The selected event, or all events. */
  eventId: string;
  filters: LeadFilters;
  sort: LeadSort;
}

/** Anything in the address that is not understood is ignored. */
export function readLeadView(search: string): LeadView {
  const query = new URLSearchParams(search);
  const day = (name: string) => {
    const value = query.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value) ? value : '';
  };
  return {
    eventId: query.get('event') || ALL_EVENTS,
    filters: {
      search: query.get('q') ?? '',
      status: oneOf(leadStatuses, query.get('status')) ?? ALL,
      source: oneOf(shownSources, query.get('source')) ?? ALL,
      addedBy: query.get('by') || ALL,
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
  set('event', eventId, ALL_EVENTS);
  set('q', filters.search, noFilters.search);
  set('status', filters.status, ALL);
  set('source', filters.source, ALL);
  set('by', filters.addedBy, ALL);
  set('from', filters.from, noFilters.from);
  set('to', filters.to, noFilters.to);
  set('sort', sort, 'newest');
  return query.toString();
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text);
}
