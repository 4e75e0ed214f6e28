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

/** The leads that match every filter, in order; without filters, the same array. */
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

/** Digits are also searched in the international form, so that any spelling of a number is found. */
function searchLeads(index: LeadIndex, text: string): number[] {
  if (!/^[\d +\-()]*\d[\d +\-()]*$/.test(text)) return findText(index.details, text);
  const found = findText(index.details, normalisePhone(text));
  // Leading zeros are dialling prefixes, not part of the number.
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (!digits) return found;
  const international = findText(index.internationalPhones(), digits);
  return [...new Set([...found, ...international])].sort((one, other) => one - other);
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
