import { adminPages } from '@drawbridge/contract/core/pages';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import type { Readiness } from '@drawbridge/contract/raffle/readiness';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { api, sentenceOf } from '../../lib/api/api-client.ts';
import { reading } from '../../lib/queries/query-client.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';

const readinessQuery = (eventId: string) => ({
  ...reading('/api/events/:eventId/readiness', { params: { eventId } }),
  // Refetched whenever the box is opened.
  staleTime: 0,
  gcTime: 0,
});

const READ_AGAIN_MS = 15_000;

/** The first warning, which opens all of them; nothing if there is none. */
export function ReadinessSummary({ eventId, onOpen }: { eventId: string; onOpen: () => void }) {
  const { data } = useQuery({ ...readinessQuery(eventId), refetchInterval: READ_AGAIN_MS });
  const [first, ...others] = data ? readinessWarnings(data, Date.now()) : [];
  if (!first) return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-11 items-center justify-between gap-3 rounded-m bg-wait-soft px-4 py-2 text-start text-sm text-wait"
    >
      {first.sentence}
      <span className="shrink-0 font-semibold underline">
        {t('presenter.warnings', { count: others.length + 1 })}
      </span>
    </button>
  );
}

/** Warnings for an administrator before drawing. They do not prevent a draw. */
export function ReadyToDraw({ eventId }: { eventId: string }) {
  const { data, error, isFetching, refetch } = useQuery(readinessQuery(eventId));
  const dismiss = useToastMutation({
    send: (userId: string) =>
      api.delete('/api/events/:eventId/readiness/:userId', { params: { eventId, userId } }),
    failure: t('presenter.notDismissed'),
    refetches: [`/api/events/${eventId}/readiness`],
  });
  const warnings = data ? readinessWarnings(data, Date.now()) : [];

  return (
    <section
      aria-label={t('presenter.readyToDraw')}
      className="rounded-m bg-sunk px-4 py-3.5 text-start text-ink"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg">{t('presenter.readyToDraw')}</h3>
        <Button size="small" pending={isFetching} onClick={() => refetch()}>
          {t('presenter.checkAgain')}
        </Button>
      </div>
      <div role="status" className="mt-1.5 flex flex-col gap-1 text-sm">
        {warnings.map(({ sentence, pending, silentVolunteer }) => (
          <div key={sentence} className="flex items-start gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-wait" />
            <p className="grow">
              {pending ? (
                <Link
                  to={`${adminPages.leads}?event=${eventId}&status=pending`}
                  className="text-accent-ink underline"
                >
                  {sentence}
                </Link>
              ) : (
                sentence
              )}
            </p>
            {silentVolunteer && (
              <Button size="small" onClick={() => dismiss.mutate(silentVolunteer)}>
                {t('workspace.dismiss')}
              </Button>
            )}
          </div>
        ))}
        {data && warnings.length === 0 && (
          <p className="flex gap-2">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {t('presenter.allReady')}
          </p>
        )}
        {error && !data && <p>{sentenceOf(error)}</p>}
      </div>
    </section>
  );
}

interface ReadinessWarning {
  sentence: string;
  /** True if it is about leads that can be verified. */
  pending?: boolean;
  /** The volunteer whose silent devices it is about; the warning can be dismissed. */
  silentVolunteer?: string;
}

/** The problems that could surprise the presenter, one sentence each; none if everything is ready. */
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
      const lastSeen = Math.max(...own.map(({ lastSeenAt }) => Date.parse(lastSeenAt)));
      const minutes = Math.floor((now - lastSeen) / 60_000);
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
    ...counted('presenter.pendingLeads', pendingLeads).map((each) => ({ ...each, pending: true })),
    ...counted('presenter.severalNames', numbersWithSeveralNames),
    ...counted('presenter.invalidNumbers', invalidNumbers),
    ...counted('presenter.namelessPrizes', readiness.prizesWithoutName),
  ];
}

type Device = Readiness['devices'][number];

/** The devices by volunteer, because a volunteer may use several devices and is named once. */
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
