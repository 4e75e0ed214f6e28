import type { HeldLead } from '@drawbridge/contract/people';
import { countryName } from '../../lib/country-names.ts';

/** Leads by number, then by e-mail. A number that is not valid can be two people's in two countries. */
export function groupLeads(leads: readonly HeldLead[]): { contact: string; leads: HeldLead[] }[] {
  const groups = new Map<string, HeldLead[]>();
  for (const lead of leads) {
    const { number, email, event } = lead;
    const country = number.startsWith('+') ? '' : ` (${countryName(event.country)})`;
    const contact = `${number}${country} · ${email ?? 'no e-mail'}`;
    groups.set(contact, [...(groups.get(contact) ?? []), lead]);
  }
  return [...groups]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([contact, group]) => ({ contact, leads: group }));
}

/** The names of the leads, each once, however it is written. */
export function differentNames(leads: readonly HeldLead[]): string[] {
  const plain = ({ name }: HeldLead) => name.toLowerCase().replace(/\s+/g, ' ');
  return [...new Map(leads.map((lead) => [plain(lead), lead.name])).values()];
}
