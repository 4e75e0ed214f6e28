import type { AdminLead, LeadSource, LeadStatus } from '@drawbridge/contract/leads';
import { normalisePhone } from '@drawbridge/contract/phone';
import { formatDay } from '../../../lib/day-formats.ts';
import { findText, type LeadIndex, PUBLIC, type Submitter, submitterKey } from './lead-index.ts';

export const ALL = 'all';

export interface LeadFilters {
  search: string;
  status: LeadStatus | typeof ALL;
  source: LeadSource | typeof ALL;
  /** A submitter's key, or `PUBLIC`, or `ALL`. */
  addedBy: string;
  /** Days as `yyyy-MM-dd`, or empty. */
  from: string;
  to: string;
}

export const noFilters: LeadFilters = {
  search: '',
  status: ALL,
  source: ALL,
  addedBy: ALL,
  from: '',
  to: '',
};

export const sourceLabels: Record<LeadSource, string> = { qr: 'QR Code', volunteer: 'Volunteer' };

export const statusLabels: Record<LeadStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  promoted: 'Promoted',
};

/** The leads that pass every filter, in their order; without filters the very same list. */
export function filterLeads(index: LeadIndex, filters: LeadFilters): readonly AdminLead[] {
  if (activeFilters(filters, []).length === 0) return index.leads;
  const { status, source, addedBy } = filters;
  const times = filters.from || filters.to ? index.submittedTimes() : undefined;
  const from = filters.from ? startOfDay(filters.from) : Number.NEGATIVE_INFINITY;
  const to = filters.to ? endOfDay(filters.to) : Number.POSITIVE_INFINITY;

  const passes = (lead: AdminLead, position: number): boolean => {
    if (status !== ALL && lead.status !== status) return false;
    if (source !== ALL && lead.source !== source) return false;
    if (addedBy !== ALL && submitterKey(lead) !== addedBy) return false;
    if (times) {
      const time = times[position] ?? Number.NaN;
      if (!(time >= from && time <= to)) return false;
    }
    return true;
  };

  const text = filters.search.trim().toLowerCase();
  if (!text) return index.leads.filter(passes);
  const leads: AdminLead[] = [];
  for (const position of searchLeads(index, text)) {
    const lead = index.leads[position];
    if (lead && passes(lead, position)) leads.push(lead);
  }
  return leads;
}

/** A phone number is found by any spelling, so digits are also looked for in its international form. */
function searchLeads(index: LeadIndex, text: string): number[] {
  if (!/^[\d +\-()]*\d[\d +\-()]*$/.test(text)) return findText(index.details, text);
  const found = findText(index.details, normalisePhone(text));
  // The zeros in front are 'abroad' or 'long distance', and no part of the number itself.
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (!digits) return found;
  const international = findText(index.internationalPhones(), digits);
  return [...new Set([...found, ...international])].sort((one, other) => one - other);
}

export interface ActiveFilter {
  name: keyof LeadFilters;
  label: string;
}

/** What narrows the list now, each with the words of its badge. */
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

/** A second press on the status in force takes it off. */
export function toggleStatus(filters: LeadFilters, status: LeadStatus): LeadFilters {
  return { ...filters, status: filters.status === status ? ALL : status };
}

/** What to search for to see a lead beside the earlier one of the same person. */
export function sharedContact(lead: AdminLead, leads: readonly AdminLead[]): string {
  const earlier = leads.find(({ id }) => id === lead.duplicateOf);
  return earlier?.email && earlier.email === lead.email && phoneOf(earlier) !== phoneOf(lead)
    ? earlier.email
    : lead.phone;
}

/** What phone numbers are compared by. */
function phoneOf({ phoneE164, phone }: AdminLead): string {
  return phoneE164 ?? phone;
}

// Days are those of whoever looks at the list: a moment belongs to a day by their own clock.
function startOfDay(day: string): number {
  return new Date(`${day}T00:00:00.000`).getTime();
}

function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}
