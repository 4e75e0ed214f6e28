import { dayWithWeekday, partsOfDay } from '@drawbridge/contract/languages/days';
import type { Texts } from '@drawbridge/contract/languages/texts';
import { currentLanguage, currentTexts, t } from './texts.ts';

/** 'Dec 5, 2026' */
export const formatDay = (day: string): string => t('visitor.dayShort', partsOf(day));

/** 'December 5, 2026' */
export const formatDayLong = (day: string): string => t('visitor.dayLong', partsOf(day));

/** 'Saturday, December 5, 2026', also in another language than the page's. */
export const formatDayWithWeekday = (day: string, text: Texts['text'] = t): string =>
  dayWithWeekday(day, text);

/**
 * '1:42 PM' of '13:42' in English, and '13:42' in other languages. Pages rendered by the server know no other formats.
 */
export function formatClock(time: string, language = currentLanguage()): string {
  if (language !== 'en') return time;
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'Saturday, December 5, 6:00 PM' */
export const formatWeekdayAndTime = (day: string, time: string): string =>
  t('visitor.weekdayAndTime', { ...partsOf(day), time: formatClock(time) });

/** 'Dec 5, 2026, 9:30 AM', also in another language than the page's. */
export const formatDayAndTime = (
  day: string,
  time: string,
  { language, text }: Texts = currentTexts(),
): string => text('visitor.dateTime', { ...partsOf(day, text), time: formatClock(time, language) });

/** 'Dec 5, 1:42 PM' in the browser's time zone, or in UTC with its name where the zone is unknown. */
export function formatTimestampShort(timestamp: string, zone: 'local' | 'UTC'): string {
  const [day, time] = split(timestamp, zone);
  return withZone(t('visitor.dayAndTime', { ...partsOf(day), time: formatClock(time) }), zone);
}

/** '1:42 PM' for today, otherwise as above. */
export function formatTimestampToday(timestamp: string, zone: 'local' | 'UTC'): string {
  const [day, time] = split(timestamp, zone);
  const [now] = split(new Date().toISOString(), zone);
  return day === now ? withZone(formatClock(time), zone) : formatTimestampShort(timestamp, zone);
}

const withZone = (text: string, zone: 'local' | 'UTC') => (zone === 'UTC' ? `${text} UTC` : text);

function split(timestamp: string, zone: 'local' | 'UTC'): [day: string, time: string] {
  const isoText = zone === 'UTC' ? new Date(timestamp).toISOString() : localTime(timestamp);
  return [isoText.slice(0, 10), isoText.slice(11, 16)];
}

const partsOf = (day: string, text: Texts['text'] = t) => partsOfDay(day, text);

// Days are `yyyy-MM-dd` strings; the arithmetic is in UTC, where every day has 24 hours.

export function addDays(day: string, count: number): string {
  const date = parse(day);
  date.setUTCDate(date.getUTCDate() + count);
  return print(date);
}

/** Today in the browser's time zone. */
export function today(now = new Date()): string {
  return print(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** The first and the last moment of a day in the browser's time zone. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00.000`).toISOString();
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

function parse(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function print(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** `yyyy-MM-dd HH:mm:ss` in the time zone of the browser. */
export function localTime(timestamp: string): string {
  const time = new Date(timestamp);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
