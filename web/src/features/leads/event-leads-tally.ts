import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';

/** How many leads there are of each status. */
export function tallyLeads(leads: readonly AdminLead[]): Record<LeadStatus, number> {
  const tally = { pending: 0, verified: 0, promoted: 0 };
  for (const { status } of leads) tally[status] += 1;
  return tally;
}

export function pendingIds(leads: readonly AdminLead[]): string[] {
  return leads.filter(({ status }) => status === 'pending').map(({ id }) => id);
}

/** What is still to be verified of a selection: others may have verified or deleted some meanwhile. */
export function selectedPending(
  leads: readonly AdminLead[],
  selected: ReadonlySet<string>,
): string[] {
  return selected.size === 0 ? [] : pendingIds(leads).filter((id) => selected.has(id));
}
