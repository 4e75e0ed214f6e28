import { contact, listedFields } from './contact.ts';

// The values of a lead's fields. This module does not import zod, so that a page without forms does not have to
// load it.

export const BULK_VERIFY_MAX = 100_000;
/** If a phone number has more leads than this at an event, the organiser's list says so. */
export const ENTRIES_PER_PHONE = 10;

export const leadStatuses = ['pending', 'verified', 'promoted'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
export const leadSources = ['qr', 'volunteer'] as const;
export type LeadSource = (typeof leadSources)[number];
/** What people read as the source: imported leads are marked as such beside their source `volunteer`. */
export const shownSources = [...leadSources, 'import'] as const;
export type ShownSource = (typeof shownSources)[number];
export function shownSource(lead: { source: LeadSource; imported: boolean }): ShownSource {
  return lead.imported ? 'import' : lead.source;
}
/** The orders of a list of leads; `newest` is the default. */
export const leadSorts = ['newest', 'oldest', 'name'] as const;
export type LeadSort = (typeof leadSorts)[number];
/** What makes an organiser look twice at a lead; each is a filter, too. */
export const leadMarkNames = ['invalidPhone', 'duplicate', 'won', 'imported'] as const;
export type LeadMark = (typeof leadMarkNames)[number];
/** Instead of who added a lead, for those from the public form. */
export const ADDED_BY_PUBLIC = 'public';
/** How a lead came in. */
export const leadChannels = ['form', 'plain form', 'volunteer', 'administrator', 'import'] as const;
export type LeadChannel = (typeof leadChannels)[number];
/** The columns of an exported file, and those of one with details. */
export const exportColumns = [
  ...listedFields.map((field) => contact[field].labels.export),
  'Status',
  'Source',
  'Submitted At',
];
export const detailColumns = ['Event', 'Consent', 'Consent Version', 'Marketing'];
