import type { Readiness } from '@drawbridge/contract/readiness';
import { countOf, formatCount } from '../lib/formats.ts';

export interface ReadinessWarning {
  sentence: string;
  /** The volunteer whose silent devices it is about, which can be dismissed. */
  silentVolunteer?: string;
}

/** What could surprise the presenter, one sentence each; none if everything is ready. */
export function readinessWarnings(readiness: Readiness, now: number): ReadinessWarning[] {
  const { devices, leads, pendingLeads, numbersWithSeveralNames, invalidNumbers } = readiness;
  const heard = devices.filter(({ silent, unsent }) => !silent && unsent > 0);
  const silent = devices.filter((device) => device.silent);
  return [
    ...(leads === 0 ? [{ sentence: 'There are no leads yet.' }] : []),
    ...(heard.length > 0
      ? [
          {
            sentence:
              `${countOf(heard.length, 'device has', 'devices have')} ${countOf(unsentOn(heard), 'unsent lead')}: ` +
              byVolunteer(heard)
                .map((own) => `${own[0].volunteer} ${unsentOn(own)}`)
                .join(', '),
          },
        ]
      : []),
    ...byVolunteer(silent).map((own) => {
      const [{ volunteer, volunteerId }] = own;
      const which =
        own.length === 1 ? `${volunteer}'s device` : `${own.length} devices of ${volunteer}`;
      const lastHeard = Math.max(...own.map(({ heardAt }) => Date.parse(heardAt)));
      const minutes = Math.floor((now - lastHeard) / 60_000);
      const unsent = unsentOn(own);
      const left = unsent > 0 ? `, with ${countOf(unsent, 'unsent lead')}` : '';
      return {
        sentence: `No word from ${which} for ${countOf(minutes, 'minute')}${left}`,
        silentVolunteer: volunteerId,
      };
    }),
    ...said(pendingLeads, 'lead is', 'leads are', 'still pending and not in the draw'),
    ...said(numbersWithSeveralNames, 'phone number has', 'phone numbers have', 'several names'),
    ...said(invalidNumbers, 'phone number is', 'phone numbers are', 'not valid'),
    ...said(readiness.prizesWithoutName, 'prize has', 'prizes have', 'no name'),
  ];
}

type Device = Readiness['devices'][number];

/** A volunteer may use several devices, and is named once. */
function byVolunteer(devices: Device[]): [Device, ...Device[]][] {
  const groups = new Map<string, [Device, ...Device[]]>();
  for (const device of devices) {
    const own = groups.get(device.volunteerId);
    if (own) own.push(device);
    else groups.set(device.volunteerId, [device]);
  }
  return [...groups.values()];
}

function unsentOn(devices: Device[]): number {
  return devices.reduce((sum, { unsent }) => sum + unsent, 0);
}

function said(count: number, singular: string, plural: string, rest: string): ReadinessWarning[] {
  return count > 0 ? [{ sentence: `${countOf(count, singular, plural)} ${rest}` }] : [];
}

/** '3 rows left out: 2 duplicates, 1 with errors'; the preview, the result and the audit trail say it alike. */
export function leftOutText(duplicates: number, withErrors: number): string {
  const reasons = [
    duplicates > 0 && countOf(duplicates, 'duplicate'),
    withErrors > 0 && `${formatCount(withErrors)} with errors`,
  ].filter(Boolean);
  return `${countOf(duplicates + withErrors, 'row')} left out: ${reasons.join(', ')}`;
}
