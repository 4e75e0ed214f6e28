import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';

export interface Submitter {
  key: string;
  name: string;
}

/** All leads with precomputed values, so that filtering is only comparing. */
export interface LeadIndex {
  leads: readonly AdminLead[];
  /** Names, e-mails and phones in lower case. */
  details: SearchText;
  /** The digits of the valid phone numbers in international form; computed on first use. */
  internationalPhones: () => SearchText;
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
  return {
    leads,
    details: joinTexts(leads, ({ name, email, phone }) =>
      `${name}\n${email ?? ''}\n${phone}\n`.toLowerCase(),
    ),
    internationalPhones: () => {
      phones ??= joinTexts(leads, ({ phoneE164 }) => `${phoneE164?.slice(1) ?? ''}\n`);
      return phones;
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
