import type { PublicEvent } from '@drawbridge/contract/events';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { formatWeekdayAndTime, localTime } from '../../lib/day-formats.ts';
import { currentLanguage, t } from '../../lib/texts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface DrawTimeProps extends ComponentProps<'p'> {
  event: Pick<PublicEvent, 'date' | 'drawAt' | 'drawClock' | 'timeZone'>;
  /** Counts the seconds, by this clock. */
  countdown?: () => number;
}

/** 'The draw: 18:00 · in 2 hours'. The day is left out if it is the event's, which is shown beside it. */
export function DrawTime({ event, countdown, ...rest }: DrawTimeProps) {
  const { date, drawAt, drawClock, timeZone } = event;
  const now = useTime(drawAt ? (countdown ? SECOND : MINUTE / 4) : 0, countdown);
  if (!drawAt || !drawClock) return null;
  const [day = '', clock = ''] = drawClock.split(' ');
  const time = day === date ? clock : formatWeekdayAndTime(day, clock);
  // Whoever is elsewhere has another clock.
  const elsewhere = now !== undefined && !localTime(drawAt).startsWith(drawClock);
  const zone = elsewhere ? ` ${timeZone.replaceAll('_', ' ')}` : '';
  const left = now === undefined ? 0 : Date.parse(drawAt) - now;

  return (
    <p {...rest}>
      <time dateTime={drawAt}>{t('visitor.draw', { time: time + zone })}</time>
      {left > 0 && (
        <>
          {' · '}
          <span className="whitespace-nowrap tabular-nums">
            {timeLeft(left, countdown && 'seconds')}
          </span>
        </>
      )}
    </p>
  );
}

/** The time of this device or of another clock; undefined until the page is taken over from the server. */
function useTime(everyMs: number, clock: () => number = Date.now): number | undefined {
  const [now, setNow] = useState<number>();
  const look = useEffectEvent(() => setNow(clock()));
  useEffect(() => {
    if (!everyMs) return;
    // Not at once, because the first formatter takes a phone a while to make.
    const first = setTimeout(() => look());
    const timer = setInterval(() => look(), everyMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
}

/** 'in 2 hours', or on the last day '1:59:30'. */
export function timeLeft(left: number, exactly?: 'seconds' | undefined): string {
  if (exactly && left < DAY) {
    const seconds = Math.ceil(left / SECOND);
    const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
    const [first = 0, ...rest] = parts[0] ? parts : parts.slice(1);
    return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
  }
  const words = new Intl.RelativeTimeFormat(`${currentLanguage()}-u-nu-latn`);
  if (left < HOUR) return words.format(Math.ceil(left / MINUTE), 'minute');
  return left < DAY
    ? words.format(Math.round(left / HOUR), 'hour')
    : words.format(Math.round(left / DAY), 'day');
}
