import { type LeadStatus, type ShownSource, shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { isPhone, searchWords } from '@drawbridge/contract/search';
import { uuid } from '@drawbridge/contract/uuid';
import { formatDay } from '../../../lib/day-formats.ts';
import { sourceLabels } from '../lead-sources.ts';
import { findText, type LeadIndex, PUBLIC, type Submitter, submitterKey } from './lead-index.ts';

export const ALL = 'all';

export interface LeadFilters {
  search: string;
  status: LeadStatus | typeof ALL;
  source: ShownSource | typeof ALL;
  /** A submitter's key, or `PUBLIC`, or `ALL`. */
  addedBy: string;
  /** Days as `yyyy-MM-dd`, or empty. */
  from: string;
  to: string;
}

export const leadSorts = ['newest', 'oldest', 'name'] as const;
export type LeadSort = (typeof leadSorts)[number];

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
  from: '',
  to: '',
};

export const statusLabels: Record<LeadStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  promoted: 'Promoted',
};

/** The leads that match every filter, in the chosen order; without filters and order, the same array. */
export function filterLeads(
  index: LeadIndex,
  filters: LeadFilters,
  sort: LeadSort = 'newest',
): readonly AdminLead[] {
  const filtered = activeFilters(filters, []).length > 0;
  if (!filtered && sort === 'newest') return index.leads;
  const positions = sortPositions(index, matchingPositions(index, filters), sort);
  return positions.map((position) => index.leads[position] as AdminLead);
}

/** The positions of the leads that match, newest first, as the server sends them. */
function matchingPositions(index: LeadIndex, filters: LeadFilters): number[] {
  const { status, source, addedBy } = filters;
  const times = filters.from || filters.to ? index.submittedTimes() : undefined;
  const from = filters.from ? startOfDay(filters.from) : Number.NEGATIVE_INFINITY;
  const to = filters.to ? endOfDay(filters.to) : Number.POSITIVE_INFINITY;

  const passes = (position: number): boolean => {
    const lead = index.leads[position] as AdminLead;
    if (status !== ALL && lead.status !== status) return false;
    if (source !== ALL && shownSource(lead) !== source) return false;
    if (addedBy !== ALL && submitterKey(lead) !== addedBy) return false;
    if (!times) return true;
    const time = times[position] ?? Number.NaN;
    return time >= from && time <= to;
  };

  const text = filters.search.trim();
  return (text ? searchLeads(index, text) : [...index.leads.keys()]).filter(passes);
}

function sortPositions(index: LeadIndex, positions: number[], sort: LeadSort): number[] {
  if (sort === 'newest') return positions;
  if (sort === 'oldest') return positions.reverse();
  const ranks = index.nameRanks();
  return positions.sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
}

/** Digits are also searched in the international form, so that any spelling of a number is found. */
function searchLeads(index: LeadIndex, text: string): number[] {
  // The audit trail links to a lead by its id.
  if (uuid.test(text)) {
    const position = index.leads.findIndex((lead) => lead.id === text);
    return position < 0 ? [] : [position];
  }
  const [first = [...index.leads.keys()], ...others] = searchWords(text).map((word) =>
    findText(index.details, word),
  );
  const found = others.reduce(inBoth, first);
  if (!isPhone(text)) return found;
  // Leading zeros are dialling prefixes, not part of the number.
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (!digits) return found;
  const international = findText(index.internationalPhones(), digits);
  return inEither(found, international);
}

/** The numbers in both lists, which are in ascending order. */
function inBoth(one: readonly number[], other: readonly number[]): number[] {
  const common: number[] = [];
  let at = 0;
  for (const number of one) {
    while ((other[at] ?? Number.POSITIVE_INFINITY) < number) at += 1;
    if (other[at] === number) common.push(number);
  }
  return common;
}

/** The numbers in either list, which are in ascending order. */
function inEither(one: readonly number[], other: readonly number[]): number[] {
  const all: number[] = [];
  let at = 0;
  for (const number of one) {
    for (; (other[at] ?? Number.POSITIVE_INFINITY) <= number; at += 1) {
      if (other[at] !== number) all.push(other[at] as number);
    }
    all.push(number);
  }
  for (; at < other.length; at += 1) all.push(other[at] as number);
  return all;
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
  const { status, source, addedBy, from, to } = filters;
  const search = filters.search.trim();
  const active: ActiveFilter[] = [];
  if (search) active.push({ name: 'search', label: `Search: ${search}` });
  if (status !== ALL) active.push({ name: 'status', label: `Status: ${statusLabels[status]}` });
  if (source !== ALL) active.push({ name: 'source', label: `Source: ${sourceLabels[source]}` });
  if (addedBy !== ALL) {
    const name =
      addedBy === PUBLIC
        ? 'QR Code (Public)'
        : (submitters.find(({ key }) => key === addedBy)?.name ?? 'Unknown');
    active.push({ name: 'addedBy', label: `Added By: ${name}` });
  }
  if (from) active.push({ name: 'from', label: `From: ${formatDay(from)}` });
  if (to) active.push({ name: 'to', label: `To: ${formatDay(to)}` });
  return active;
}

export function clearFilter(filters: LeadFilters, name: keyof LeadFilters): LeadFilters {
  return { ...filters, [name]: noFilters[name] };
}

/** Pressing the active status again removes the filter. */
export function toggleStatus(filters: LeadFilters, status: LeadStatus): LeadFilters {
  return { ...filters, status: filters.status === status ? ALL : status };
}

/** The search text that finds a lead and the earlier lead of the same person. */
export function sharedContact(lead: AdminLead, leads: readonly AdminLead[]): string {
  const earlier = leads.find(({ id }) => id === lead.duplicateOf);
  return earlier?.email && earlier.email === lead.email && phoneOf(earlier) !== phoneOf(lead)
    ? earlier.email
    : lead.phone;
}

/** The form used for comparing phone numbers. */
function phoneOf({ phoneE164, phone }: AdminLead): string {
  return phoneE164 ?? phone;
}

// Days are in the time zone of the person looking at the list.
function startOfDay(day: string): number {
  return new Date(`${day}T00:00:00.000`).getTime();
}

function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}
