import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';

export interface Submitter {
  key: string;
  name: string;
}

/** All leads with everything that can be worked out once, so that filtering them is only comparing. */
export interface LeadIndex {
  leads: readonly AdminLead[];
  /** Names, e-mails and phones in lower case. */
  details: SearchText;
  /** The digits of the valid phone numbers in international form; worked out when first asked for. */
  internationalPhones: () => SearchText;
  /** When each was submitted, in milliseconds; worked out when first asked for. */
  submittedTimes: () => Float64Array;
  tally: Readonly<Record<LeadStatus, number>>;
  /** Whoever has added leads, by name. */
  submitters: readonly Submitter[];
}

/** Something of all leads in one long text, each field with a line break after it. */
interface SearchText {
  text: string;
  /** Where each lead begins in the text, and at last where the text ends. */
  offsets: Uint32Array;
}

export const PUBLIC = 'public';

export function indexLeads(leads: readonly AdminLead[]): LeadIndex {
  const tally = { pending: 0, verified: 0, promoted: 0 };
  const names = new Map<string, string>();
  for (const lead of leads) {
    tally[lead.status] += 1;
    const key = submitterKey(lead);
    // The list begins with the newest lead, so a volunteer who was renamed has the latest name.
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

/** Who added the lead. A deleted volunteer has no id any more, but the name stays on the leads. */
export function submitterKey(lead: Pick<AdminLead, 'submittedBy' | 'submitterName'>): string {
  if (lead.submittedBy) return lead.submittedBy;
  return lead.submitterName ? `former ${lead.submitterName}` : PUBLIC;
}

/**
 * The positions of the leads in one of whose fields the wanted text occurs. One search through one
 * long text is several times faster than a hundred thousand through short ones. A field has no line
 * break and neither has what is searched for, so that a match never runs from one field into the next.
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
