import type { LeadContact } from '@drawbridge/contract/leads';

/** What a visitor types, as typed. */
export type Entry = Record<keyof LeadContact, string>;

export const emptyEntry: Entry = { name: '', phone: '', email: '' };
