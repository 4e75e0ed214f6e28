import type { Readiness } from '@drawbridge/contract/readiness';
import { countOf } from '../lib/formats.ts';

/** What could surprise the presenter, one sentence each; none if everything is ready. */
export function readinessWarnings(readiness: Readiness, now: number): string[] {
  const { devices, leads, pendingLeads, numbersWithSeveralNames, invalidNumbers } = readiness;
  const heard = devices.filter(({ silent, unsent }) => !silent && unsent > 0);
  const silent = devices.filter((device) => device.silent);
  const unsent = heard.reduce((sum, device) => sum + device.unsent, 0);
  return [
    ...(leads === 0 ? ['There are no leads yet.'] : []),
    ...(heard.length > 0
      ? [
          `${countOf(heard.length, 'device has', 'devices have')} ${countOf(unsent, 'unsent lead')}: ` +
            heard.map(({ volunteer, unsent }) => `${volunteer} ${unsent}`).join(', '),
        ]
      : []),
    ...silent.map(({ volunteer, unsent, heardAt }) => {
      const minutes = Math.floor((now - Date.parse(heardAt)) / 60_000);
      const left = unsent > 0 ? `, with ${countOf(unsent, 'unsent lead')}` : '';
      return `No word from ${volunteer}'s device for ${countOf(minutes, 'minute')}${left}`;
    }),
    ...said(pendingLeads, 'lead is', 'leads are', 'still pending and not in the draw'),
    ...said(numbersWithSeveralNames, 'phone number has', 'phone numbers have', 'several names'),
    ...said(invalidNumbers, 'phone number is', 'phone numbers are', 'not valid'),
    ...said(readiness.prizesWithoutName, 'prize has', 'prizes have', 'no name'),
  ];
}

function said(count: number, singular: string, plural: string, rest: string): string[] {
  return count > 0 ? [`${countOf(count, singular, plural)} ${rest}`] : [];
}
