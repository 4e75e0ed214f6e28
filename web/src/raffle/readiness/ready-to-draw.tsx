import { adminPages } from '@drawbridge/contract/core/pages';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import type { EligiblePeople } from '@drawbridge/contract/raffle/drawing';
import type { Readiness } from '@drawbridge/contract/raffle/readiness';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, sentenceOf } from '../../lib/api/api-client.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { formatCount, formatList, formatTimestamp } from '../../lib/texts/formats.ts';
import { currentLanguage, t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';

/** Refetched whenever it is shown, and regularly while it is. It leaves it to the draw to find the session ended. */
export const readinessQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/readiness', { params: { eventId }, keepSession: true }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: 15_000,
});

/** What is known of the draw itself; without it, only leads and devices are checked. */
export interface PlannedDraw {
  /** The announced time of the draw. */
  drawAt?: string | null;
  people?: EligiblePeople | undefined;
  /** True if the draw is limited to the people who have answered the roll call. */
  onlyHere?: boolean;
}

interface ReadinessProps extends PlannedDraw {
  eventId: string;
}

/** A draw is early until this long before its announced time. */
const EARLY_MS = 15 * 60_000;

/** The reasons to ask before a draw on a laptop, where one press draws: its time has not come, or leads are missing. */
export function useReasonsToAsk(eventId: string, { drawAt }: PlannedDraw): string[] {
  const { data } = useQuery(readinessQuery(eventId));
  const unsent = data?.devices.filter((device) => device.unsent > 0) ?? [];
  return [...announcedLater(drawAt, Date.now()), ...unsentWarning(unsent)].map(
    ({ sentence }) => sentence,
  );
}

/** The first warning, which opens all of them; nothing if there is none. */
export function ReadinessSummary({ eventId, ...draw }: ReadinessProps) {
  const { data } = useQuery(readinessQuery(eventId));
  const [open, setOpen] = useState(false);
  const [first, ...others] = data ? readinessWarnings(data, Date.now(), draw) : [];
  return (
    <>
      {first && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center justify-between gap-3 rounded-m bg-wait-soft px-4 py-2 text-start text-sm text-wait"
        >
          {first.sentence}
          <span className="shrink-0 font-semibold underline">
            {t('presenter.warnings', { count: others.length + 1 })}
          </span>
        </button>
      )}
      {open && (
        <Dialog
          low
          title={t('presenter.beforeYouDraw')}
          description={t('presenter.onlyWarnings')}
          onClose={() => setOpen(false)}
        >
          <DialogBody>
            <ReadyToDraw eventId={eventId} {...draw} />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

/** Warnings for an administrator before drawing. They do not prevent a draw. */
export function ReadyToDraw({ eventId, ...draw }: ReadinessProps) {
  const { data, error } = useQuery(readinessQuery(eventId));
  const dismiss = useToastMutation({
    send: (userId: string) =>
      api.delete('/api/events/:eventId/readiness/:userId', { params: { eventId, userId } }),
    failure: t('presenter.notDismissed'),
    refetches: [`/api/events/${eventId}/readiness`],
  });
  const now = Date.now();
  const warnings = data ? readinessWarnings(data, now, draw) : [];
  const quiet = data && quietPhones(data, now);

  return (
    <section aria-label={t('presenter.readyToDraw')} className="text-start">
      <div role="status" className="flex flex-col gap-2">
        {warnings.map(({ sentence, pending, silentVolunteer }) => (
          <div key={sentence} className="flex items-start gap-2">
            <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-wait" />
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
          <p className="flex items-start gap-2">
            <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
            {t('presenter.allReady')}
          </p>
        )}
        {quiet && <p className="text-ink-2 text-sm">{quiet}</p>}
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
export function readinessWarnings(
  readiness: Readiness,
  now: number,
  { drawAt, people, onlyHere }: PlannedDraw = {},
): ReadinessWarning[] {
  const { devices, leads, pendingLeads, numbersWithSeveralNames, invalidNumbers } = readiness;
  const heard = devices.filter(({ silent, unsent }) => !silent && unsent > 0);
  // A phone in a pocket is silent; it matters only if it has leads.
  const silent = devices.filter((device) => device.silent && device.unsent > 0);
  return [
    ...announcedLater(drawAt, now),
    ...(leads === 0 ? [{ sentence: t('presenter.warnNoLeads') }] : []),
    ...unsentWarning(heard),
    ...byVolunteer(silent).map((own) => {
      const [{ volunteer, volunteerId }] = own;
      const lastSeen = Math.max(...own.map(({ lastSeenAt }) => Date.parse(lastSeenAt)));
      const minutes = Math.floor((now - lastSeen) / 60_000);
      const unsent = unsentOn(own);
      return {
        sentence: t('presenter.silentUnsent', {
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
    ...(onlyHere ? rollCallWarning(people) : []),
    ...chancesWarnings(readiness, people),
  ];
}

/** The warning before a draw whose announced time is more than a quarter of an hour away. */
export function announcedLater(drawAt: string | null | undefined, now: number): ReadinessWarning[] {
  if (!drawAt || Date.parse(drawAt) - now <= EARLY_MS) return [];
  return [{ sentence: t('presenter.announcedFor', { time: formatTimestamp(drawAt) }) }];
}

/** The warning about devices that have said that they hold unsent leads. */
function unsentWarning(devices: Device[]): ReadinessWarning[] {
  if (devices.length === 0) return [];
  const sentence = t('presenter.devicesUnsent', {
    count: devices.length,
    leads: t('presenter.unsentLeads', { count: unsentOn(devices) }),
    list: formatList(
      byVolunteer(devices).map((own) =>
        t('presenter.unsentOf', { name: own[0].volunteer, number: unsentOn(own) }),
      ),
    ),
  });
  return [{ sentence }];
}

/** The warning about a roll call that fewer than half of the people have answered. */
function rollCallWarning(eligible: EligiblePeople | undefined): ReadinessWarning[] {
  const here = eligible?.here;
  if (!here || here.people * 2 >= eligible.people) return [];
  const values = { number: formatCount(here.people), total: formatCount(eligible.people) };
  return [{ sentence: t('presenter.fewHere', values) }];
}

/** The share of all chances from which one person's are worth a warning. */
const MANY_CHANCES = 0.05;

function chancesWarnings(
  { chancesChangedBy }: Readiness,
  eligible: EligiblePeople | undefined,
): ReadinessWarning[] {
  const { chances = 0, mostChances = 0 } = eligible ?? {};
  const share = mostChances / Math.max(1, chances);
  return [
    ...(mostChances > 1 && share > MANY_CHANCES
      ? [{ sentence: t('presenter.mostChances', { share: formatShare(share) }) }]
      : []),
    ...(chancesChangedBy.length > 0
      ? [{ sentence: t('presenter.chancesChanged', { names: formatList(chancesChangedBy) }) }]
      : []),
  ];
}

/** '0.8 %', in the page's language */
export const formatShare = (share: number) =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  );

/** The silent devices that have sent everything, in one line. */
export function quietPhones({ devices }: Readiness, now: number): string | undefined {
  const quiet = devices.filter(({ silent, unsent }) => silent && unsent === 0);
  if (quiet.length === 0) return undefined;
  const lastSeen = Math.max(...quiet.map(({ lastSeenAt }) => Date.parse(lastSeenAt)));
  return t('presenter.quietPhones', {
    minutes: t('presenter.minutes', { count: Math.floor((now - lastSeen) / 60_000) }),
    names: formatList(byVolunteer(quiet).map(([{ volunteer }]) => volunteer)),
  });
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
