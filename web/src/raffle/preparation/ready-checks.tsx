import { type EventTab, eventPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { settingsPath } from '../../events/events/api.ts';
import { say } from '../../lib/texts/say.ts';
import { formatTimestampIn } from '../../lib/texts/zone-formats.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePlannedDraw } from '../presenter/roll-call.tsx';
import {
  announcedLater,
  quietPhones,
  readinessQuery,
  readinessWarnings,
} from '../readiness/ready-to-draw.tsx';
import { useStage } from '../stage-context.tsx';

interface Check {
  text: string;
  ready: boolean;
  /** What to do about it. */
  verb?: ReactNode;
}

/** What has to be done before a draw: each check is ticked, or says what to do. */
export function ReadyChecks() {
  const { eventId, event, prizes, undrawn } = useStage();
  const { data } = useQuery(readinessQuery(eventId));
  const planned = usePlannedDraw();
  if (!data) return <Skeleton className="h-28 rounded-m" />;
  const now = Date.now();
  const go = (tab: EventTab, label: string, query = '') => (
    <Link to={`${eventPath(eventId, tab)}${query}`} className={buttonClasses('secondary', 'small')}>
      {label}
    </Link>
  );
  const warned = readinessWarnings(data, now, planned).map(
    ({ sentence, pending }): Check => ({
      text: sentence,
      ready: false,
      ...(pending && { verb: go('leads', say('Verify'), '?status=pending') }),
    }),
  );
  const unsent = data.devices.some((device) => device.unsent > 0);
  const isEarly = announcedLater(event.drawAt, now).length > 0;
  const checks: Check[] = [
    prizes.length > 0
      ? {
          ready: true,
          text: say('{undrawn} of {prizes} prizes to be drawn', {
            undrawn: undrawn.length,
            prizes: prizes.length,
          }),
        }
      : { ready: false, text: say('No prizes yet'), verb: go('prizes', say('Add prizes')) },
    ...(event.drawAt
      ? isEarly
        ? []
        : [
            {
              ready: true,
              text: say('Announced for {timeZone}', {
                timeZone: formatTimestampIn(event.timeZone, event.drawAt),
              }),
            },
          ]
      : [
          {
            ready: false,
            text: say('No time is announced'),
            verb: (
              <Link
                to={settingsPath(eventId, 'draw')}
                className={buttonClasses('secondary', 'small')}
              >
                {say('Set the time')}
              </Link>
            ),
          },
        ]),
    ...(data.leads > 0 && data.pendingLeads === 0
      ? [{ ready: true, text: say('Every lead is verified') }]
      : []),
    ...(unsent ? [] : [{ ready: true, text: say('No phone holds unsent leads') }]),
    ...warned,
  ];
  const quiet = quietPhones(data, now);

  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {checks
          .sort((one, other) => Number(one.ready) - Number(other.ready))
          .map(({ text, ready, verb }) => (
            <li key={text} className="flex min-h-11 items-center gap-3 py-1">
              {ready ? (
                <CircleCheck
                  role="img"
                  aria-label={say('Ready')}
                  className="size-4 shrink-0 text-ok"
                />
              ) : (
                <CircleAlert
                  role="img"
                  aria-label={say('Open')}
                  className="size-4 shrink-0 text-wait"
                />
              )}
              <span className="min-w-0 flex-1 break-words">{text}</span>
              {verb}
            </li>
          ))}
      </ul>
      {quiet && <p className="text-ink-2 text-sm">{quiet}</p>}
    </>
  );
}
