import type { LeadStatus } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { foldText } from '@drawbridge/contract/search';

export interface Submitter {
  key: string;
  name: string;
}

/** All leads with precomputed values, so that filtering is only comparing. */
export interface LeadIndex {
  leads: readonly AdminLead[];
  /** Names, e-mails and phones without case and accents. */
  details: SearchText;
  /** The digits of the valid phone numbers in international form; computed on first use. */
  internationalPhones: () => SearchText;
  /** The place of each lead in the alphabet, from 0; computed on first use. */
  nameRanks: () => Uint32Array;
  /** When each was submitted, in milliseconds; computed on first use. */
  submittedTimes: () => Float64Array;
  tally: Readonly<Record<LeadStatus, number>>;
  /** Everybody who has added leads, by name. */
  submitters: readonly Submitter[];
}

/** Some fields of all leads in one long text, each followed by a line break. */
interface SearchText {
  text: string;
  /** The start of each lead in the text, followed by the end of the text. */
  offsets: Uint32Array;
}

export const PUBLIC = 'public';

export function indexLeads(leads: readonly AdminLead[]): LeadIndex {
  const tally = { pending: 0, verified: 0, promoted: 0 };
  const names = new Map<string, string>();
  for (const lead of leads) {
    tally[lead.status] += 1;
    const key = submitterKey(lead);
    // The newest lead comes first, so a renamed volunteer appears with the latest name.
    if (key !== PUBLIC && !names.has(key)) names.set(key, lead.submitterName ?? 'Unknown');
  }
  let times: Float64Array | undefined;
  let phones: SearchText | undefined;
  let ranks: Uint32Array | undefined;
  return {
    leads,
    details: joinTexts(leads, ({ name, email, phone }) =>
      foldText(`${name}\n${email ?? ''}\n${phone}\n`),
    ),
    internationalPhones: () => {
      phones ??= joinTexts(leads, ({ phoneE164 }) => `${phoneE164?.slice(1) ?? ''}\n`);
      return phones;
    },
    nameRanks: () => {
      ranks ??= rankNames(leads);
      return ranks;
    },
    submittedTimes: () => {
      times ??= Float64Array.from(leads, (lead) => Date.parse(lead.submittedAt));
      return times;
    },
    tally,
    submitters: [...names]
      .map(([key, name]) => ({ key, name }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  };
}

function rankNames(leads: readonly AdminLead[]): Uint32Array {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  const order = leads.map((_lead, position) => position);
  // Newer leads come first among equal names, because sorting is stable.
  order.sort((one, other) => compare(leads[one]?.name ?? '', leads[other]?.name ?? ''));
  const ranks = new Uint32Array(leads.length);
  for (const [rank, position] of order.entries()) ranks[position] = rank;
  return ranks;
}

function joinTexts(leads: readonly AdminLead[], textOf: (lead: AdminLead) => string): SearchText {
  const offsets = new Uint32Array(leads.length + 1);
  const texts = leads.map((lead, position) => {
    const text = textOf(lead);
    offsets[position + 1] = (offsets[position] ?? 0) + text.length;
    return text;
  });
  return { text: texts.join(''), offsets };
}

/** Identifies who added the lead. A deleted volunteer has no id, but the name stays on the leads. */
export function submitterKey(lead: Pick<AdminLead, 'submittedBy' | 'submitterName'>): string {
  if (lead.submittedBy) return lead.submittedBy;
  return lead.submitterName ? `former ${lead.submitterName}` : PUBLIC;
}

/**
 * The positions of the leads with a field that contains the text. Searching one long text is several times
 * faster than searching 100,000 short ones. Neither fields nor search texts contain line breaks, so a match
 * never spans two fields.
 */
export function findText({ text, offsets }: SearchText, wanted: string): number[] {
  const found: number[] = [];
  let position = 0;
  let at = text.indexOf(wanted);
  while (at !== -1) {
    while ((offsets[position + 1] ?? Number.POSITIVE_INFINITY) <= at) position += 1;
    found.push(position);
    at = text.indexOf(wanted, offsets[position + 1]);
  }
  return found;
}
