import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';

export interface Submitter {
  key: string;
  name: string;
}

/** All leads with everything that can be worked out once, so that filtering them is only comparing. */
export interface LeadIndex {
  leads: readonly AdminLead[];
  /** Name, e-mail and phone of each lead in lower case. */
  searchTexts: readonly string[];
  /** When each was submitted, in milliseconds; worked out when first asked for. */
  submittedTimes: () => Float64Array;
  tally: Readonly<Record<LeadStatus, number>>;
  /** Whoever has added leads, by name. */
  submitters: readonly Submitter[];
}

export const PUBLIC = 'public';

export function indexLeads(leads: readonly AdminLead[]): LeadIndex {
  const tally = { pending: 0, verified: 0, promoted: 0 };
  const names = new Map<string, string>();
  const searchTexts = leads.map((lead) => {
    tally[lead.status] += 1;
    const key = submitterKey(lead);
    // The list begins with the newest lead, so a volunteer who was renamed has the latest name.
    if (key !== PUBLIC && !names.has(key)) names.set(key, lead.submitterName ?? 'Unknown');
    // No search text has a line break, so a match never runs from one field into the next.
    return `${lead.name}\n${lead.email ?? ''}\n${lead.phone}`.toLowerCase();
  });
  let times: Float64Array | undefined;
  return {
    leads,
    searchTexts,
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

/** Who added the lead. A deleted volunteer has no id any more, but the name stays on the leads. */
export function submitterKey(lead: Pick<AdminLead, 'submittedBy' | 'submitterName'>): string {
  if (lead.submittedBy) return lead.submittedBy;
  return lead.submitterName ? `former ${lead.submitterName}` : PUBLIC;
}
