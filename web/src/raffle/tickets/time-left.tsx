// Loaded after hydration, because only the browser knows the time. Do not create a formatter of `Intl` here: the first
// one keeps a phone busy for half a second.
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { localTime } from '../../lib/texts/day-formats.ts';
import { t } from '../../lib/texts/texts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimeLeftProps {
  event: Pick<PublicEvent, 'date' | 'drawAt' | 'drawClock' | 'timeZone'>;
  /** Counts down the seconds by this clock. */
  countdown?: () => number;
}

/** ' · in 2 hours', with the event's time zone if the device has another. */
export function TimeLeft({ event, countdown }: TimeLeftProps) {
  const { drawAt, drawClock, timeZone } = event;
  const everyMs = countdown ? SECOND : MINUTE / 4;
  const [, setLooks] = useState(0);
  useEffect(() => {
    const look = () => setLooks((before) => before + 1);
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  if (!drawAt || !drawClock) return null;
  const elsewhere = !localTime(drawAt).startsWith(drawClock);
  const millisecondsLeft = Date.parse(drawAt) - (countdown ?? Date.now)();

  return (
    <>
      {elsewhere && ` ${timeZone.replaceAll('_', ' ')}`}
      {millisecondsLeft > 0 && (
        <>
          <span className={classNames(!elsewhere && 'max-md:hidden')}>{' · '}</span>
          <span className="whitespace-nowrap tabular-nums">
            {timeLeft(millisecondsLeft, countdown && 'seconds')}
          </span>
        </>
      )}
    </>
  );
}

/** 'in 2 hours', or on the last day '1:59:30'. */
export function timeLeft(milliseconds: number, exactly?: 'seconds' | undefined): string {
  if (exactly && milliseconds < DAY) {
    const seconds = Math.ceil(milliseconds / SECOND);
    const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
    const [first = 0, ...rest] = parts[0] ? parts : parts.slice(1);
    return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
  }
  if (milliseconds < HOUR)
    return t('visitor.inMinutes', { count: Math.ceil(milliseconds / MINUTE) });
  return milliseconds < DAY
    ? t('visitor.inHours', { count: Math.round(milliseconds / HOUR) })
    : t('visitor.inDays', { count: Math.round(milliseconds / DAY) });
}
