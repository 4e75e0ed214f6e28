import { Suspense } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { formatClock, formatWeekdayAndTime } from '../../lib/texts/day-formats.ts';
import { t } from '../../lib/texts/texts.ts';
import type { TimeLeftProps } from './time-left.tsx';

const TimeLeft = lazyPart(() => import('./time-left.tsx'), 'TimeLeft');

/** 'The draw: 6:00 PM · in 2 hours'. The day is omitted if it is the event's, which is shown beside it. */
export function DrawTime({ className, ...props }: TimeLeftProps & { className?: string }) {
  const { date, drawClock } = props.event;
  const hydrated = useHydrated();
  if (!drawClock) return null;
  const [day = '', time = ''] = drawClock.split(' ');

  return (
    <p className={className}>
      {t('visitor.draw', {
        time: day === date ? formatClock(time) : formatWeekdayAndTime(day, time),
      })}
      {/* On a phone it has a line of its own, so that nothing below moves when it appears. */}
      <span className="max-md:block max-md:min-h-lh">
        {hydrated && (
          <Suspense>
            <TimeLeft {...props} />
          </Suspense>
        )}
      </span>
    </p>
  );
}
