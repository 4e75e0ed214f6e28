// The ways in which leads come in. This module does not import zod, so that a page without forms does not have to load
// it.

export const leadSources = ['qr', 'volunteer'] as const;
export type LeadSource = (typeof leadSources)[number];
/** The sources that people read. Imported leads have the source `volunteer`, and are shown as imported. */
export const shownSources = [...leadSources, 'import'] as const;
export type ShownSource = (typeof shownSources)[number];
export function shownSource(lead: { source: LeadSource; imported: boolean }): ShownSource {
  return lead.imported ? 'import' : lead.source;
}
/** The channels by which leads come in. */
export const leadChannels = ['form', 'plain form', 'volunteer', 'administrator', 'import'] as const;
export type LeadChannel = (typeof leadChannels)[number];
