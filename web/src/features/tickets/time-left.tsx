// Loaded after the page is taken over: only the browser knows the time, and the first formatter takes a phone a while.
import { useEffect, useState } from 'react';
import { localTime } from '../../lib/day-formats.ts';
import { currentLanguage } from '../../lib/texts.ts';
import type { DrawTimeProps } from './draw-time.tsx';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** ' · in 2 hours', with the zone of the event's clock if the device has another. */
export function TimeLeft({ event, countdown }: DrawTimeProps) {
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
  const left = Date.parse(drawAt) - (countdown ?? Date.now)();

  return (
    <>
      {elsewhere && ` ${timeZone.replaceAll('_', ' ')}`}
      {left > 0 && (
        <>
          {' · '}
          <span className="whitespace-nowrap tabular-nums">
            {timeLeft(left, countdown && 'seconds')}
          </span>
        </>
      )}
    </>
  );
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
