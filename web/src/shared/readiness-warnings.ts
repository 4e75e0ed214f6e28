import type { Readiness } from '@drawbridge/contract/readiness';
import type { TextKey } from '@drawbridge/contract/texts';
import { countOf, formatCount, formatList } from '../lib/formats.ts';
import { t } from '../lib/texts.ts';

interface ReadinessWarning {
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
    ...(leads === 0 ? [{ sentence: t('presenter.warnNoLeads') }] : []),
    ...(heard.length > 0
      ? [
          {
            sentence: t('presenter.devicesUnsent', {
              count: heard.length,
              leads: t('presenter.unsentLeads', { count: unsentOn(heard) }),
              list: formatList(
                byVolunteer(heard).map((own) =>
                  t('presenter.unsentOf', { name: own[0].volunteer, number: unsentOn(own) }),
                ),
              ),
            }),
          },
        ]
      : []),
    ...byVolunteer(silent).map((own) => {
      const [{ volunteer, volunteerId }] = own;
      const lastHeard = Math.max(...own.map(({ heardAt }) => Date.parse(heardAt)));
      const minutes = Math.floor((now - lastHeard) / 60_000);
      const unsent = unsentOn(own);
      return {
        sentence: t(unsent > 0 ? 'presenter.silentUnsent' : 'presenter.silent', {
          count: own.length,
          name: volunteer,
          minutes: t('presenter.minutes', { count: minutes }),
          leads: t('presenter.unsentLeads', { count: unsent }),
        }),
        silentVolunteer: volunteerId,
      };
    }),
    ...counted('presenter.pendingLeads', pendingLeads),
    ...counted('presenter.severalNames', numbersWithSeveralNames),
    ...counted('presenter.invalidNumbers', invalidNumbers),
    ...counted('presenter.namelessPrizes', readiness.prizesWithoutName),
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

function counted(key: TextKey, count: number): ReadinessWarning[] {
  return count > 0 ? [{ sentence: t(key, { count }) }] : [];
}

/** '3 rows left out: 2 duplicates, 1 with errors'; the preview, the result and the audit trail say it alike. */
export function leftOutText(duplicates: number, withErrors: number): string {
  const reasons = [
    duplicates > 0 && countOf(duplicates, 'duplicate'),
    withErrors > 0 && `${formatCount(withErrors)} with errors`,
  ].filter(Boolean);
  return `${countOf(duplicates + withErrors, 'row')} left out: ${reasons.join(', ')}`;
}
