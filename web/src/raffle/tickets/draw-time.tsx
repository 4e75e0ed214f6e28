import { Suspense, useEffect, useState } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { formatClock, formatWeekdayAndTime } from '../../lib/texts/day-formats.ts';
import { t } from '../../lib/texts/texts.ts';
import type { TimeLeftProps } from './time-left.tsx';

const TimeLeft = lazyPart(() => import('./time-left.tsx'), 'TimeLeft');

/** True from the time of the draw on, when the hall is dark. */
export function useDrawHour(event: TimeLeftProps['event'] | undefined): boolean {
  const hydrated = useHydrated();
  const [, setReached] = useState(0);
  const drawAt = event?.drawAt ? Date.parse(event.drawAt) : undefined;
  useEffect(() => {
    const millisecondsLeft = drawAt === undefined ? 0 : drawAt - Date.now();
    // Longer timers would end at once.
    if (millisecondsLeft <= 0 || millisecondsLeft > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => setReached(drawAt ?? 0), millisecondsLeft);
    return () => clearTimeout(timer);
  }, [drawAt]);
  return hydrated && drawAt !== undefined && Date.now() >= drawAt;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** 'The draw: 6:00 PM · in 2 hours'. The day is omitted if it is the event's, which is shown beside it. */
export function DrawTime({ className, ...props }: TimeLeftProps & { className?: string }) {
  const { date, drawClock } = props.event;
  if (!drawClock) return null;
  const [day = '', time = ''] = drawClock.split(' ');

  return (
    <p className={className}>
      {t('visitor.draw', {
        time: day === date ? formatClock(time) : formatWeekdayAndTime(day, time),
      })}
      {/* On a phone it has a line of its own, so that nothing below moves when it appears. */}
      <span className="max-md:block max-md:min-h-lh">
        <Suspense>
          <TimeLeft {...props} />
        </Suspense>
      </span>
    </p>
  );
}
