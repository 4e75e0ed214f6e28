import type { Texts } from '@drawbridge/contract/languages/texts';
import { afterEach, expect, test } from 'vitest';
import {
  addDays,
  formatClock,
  formatDay,
  formatDayAndTime,
  formatDayLong,
  formatDayWithWeekday,
  formatTimestampShort,
  formatWeekdayAndTime,
  today,
} from './day-formats.ts';
import { formatTimestamp } from './formats.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each([
  ['Pacific/Kiritimati', -14 * 60, '2027-03-02'],
  ['Pacific/Pago_Pago', 11 * 60, '2027-02-28'],
])('an event has the same day in %s, the first or the last time zone', (zone, offset, day) => {
  process.env.TZ = zone;
  expect(new Date('2027-03-01T10:00Z').getTimezoneOffset()).toBe(offset);
  expect(today(new Date('2027-03-01T10:00Z'))).toBe(day);
  expect(formatDay('2027-03-01')).toBe('Mar 1, 2027');
  expect(formatDayWithWeekday('2027-03-01')).toBe('Monday, March 1, 2027');
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

test('an event shows its own day, whatever the time zone', () => {
  expect(formatDay('2026-12-05')).toBe('Dec 5, 2026');
  expect(formatDayLong('2026-12-05')).toBe('December 5, 2026');
  expect(formatDayWithWeekday('2026-12-05')).toBe('Saturday, December 5, 2026');
  expect(formatDay('2026-12-05T23:59:59+14:00')).toBe('Dec 5, 2026');
});

test('every day is written as the browser itself would', () => {
  const long = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  const byBrowser = [
    new Intl.DateTimeFormat('en-US', { ...long, month: 'short' }),
    new Intl.DateTimeFormat('en-US', long),
    new Intl.DateTimeFormat('en-US', { ...long, weekday: 'long' }),
  ];
  // Two years, one of them a leap year.
  for (let day = 0; day < 731; day++) {
    const date = new Date(Date.UTC(2027, 0, 1 + day));
    const value = date.toISOString().slice(0, 10);
    expect([formatDay, formatDayLong, formatDayWithWeekday].map((format) => format(value))).toEqual(
      byBrowser.map((format) => format.format(date)),
    );
  }
});

test('a timestamp is in the local time zone, or says that it is not', () => {
  process.env.TZ = 'America/New_York';
  const timestamp = '2026-12-05T19:07:59.5+00:00';
  expect(formatTimestampShort(timestamp, 'UTC')).toBe('Dec 5, 7:07 PM UTC');
  expect(formatTimestampShort(timestamp, 'local')).toBe('Dec 5, 2:07 PM');
  expect(formatTimestamp(timestamp)).toBe('Dec 5, 2026, 2:07 PM');
});

test('every time counts to 12 in English, and to 24 in other languages', () => {
  const english = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
  for (let minute = 0; minute < 24 * 60; minute += 15) {
    const moment = new Date(minute * 60_000);
    const time = moment.toISOString().slice(11, 16);
    expect(formatClock(time)).toBe(english.format(moment).replace('\u202f', ' '));
    expect(formatClock(time, 'de')).toBe(time);
  }
  expect(formatWeekdayAndTime('2026-12-05', '17:30')).toBe('Saturday, December 5, 5:30 PM');
  expect(formatDayAndTime('2026-12-05', '00:05')).toBe('Dec 5, 2026, 12:05 AM');
  const german = { language: 'de', text: (_key, values) => String(values?.time) } as Texts;
  expect(formatDayAndTime('2026-12-05', '17:30', german)).toBe('17:30');
});
