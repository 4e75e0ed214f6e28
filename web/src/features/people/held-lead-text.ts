import type { HeldLead } from '@drawbridge/contract/people';
import { countryName } from '../../lib/country-names.ts';
import { formatMoment } from '../../lib/formats.ts';

/** How a lead came in, and by whom. */
export function channelText({ channel, submitterName }: HeldLead): string {
  const by = submitterName ? ` by ${submitterName}` : '';
  switch (channel) {
    case 'form':
      return 'Entered through the QR form';
    case 'plain form':
      return 'Entered through the QR form, without scripts';
    case 'volunteer':
      return `Collected${by || ' by a volunteer'}`;
    case 'administrator':
      return `Added${by || ' by an administrator'}`;
    case 'import':
      return `Imported${by}`;
    default:
      return submitterName ? `Added${by}` : 'How it was entered was not recorded';
  }
}

/** What the person was told, in one sentence. */
export function consentText({ consent, channel }: HeldLead): string {
  if (consent)
    return `Version ${consent.version}, used since ${formatMoment(consent.firstShownAt)}`;
  return channel === null
    ? 'Entered before consent texts were recorded'
    : 'No text was shown: the lead was not entered by the person';
}

/** 'Draw 2, City bicycle: won, handed over Dec 5, 2026, 9:30 AM' */
export function drawText(draw: HeldLead['draws'][number]) {
  const { number, prizeName, won, forfeited, at, handedOverAt, handoverNote } = draw;
  const result = won ? (forfeited ? 'won, then forfeited' : 'won') : 'took part';
  const handedOver = handedOverAt
    ? `, handed over ${formatMoment(handedOverAt)}${handoverNote ? ` (${handoverNote})` : ''}`
    : '';
  return `Draw ${number}${prizeName ? `, ${prizeName}` : ''}: ${result}${handedOver}${at ? '' : ' (not drawn yet)'}`;
}

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
