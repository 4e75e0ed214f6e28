import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';

/** How many leads there are of each status. */
export function tallyLeads(leads: readonly AdminLead[]): Record<LeadStatus, number> {
  const tally = { pending: 0, verified: 0, promoted: 0 };
  for (const { status } of leads) tally[status] += 1;
  return tally;
}
