import { afterEach, expect, test } from 'vitest';
import {
  addDays,
  formatDay,
  formatDayLong,
  formatDayWithWeekday,
  formatMomentShort,
  today,
} from './day-formats.ts';

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

test('a moment is in the local time zone, or says that it is not', () => {
  const moment = '2026-12-05T09:07:59.5+00:00';
  expect(formatMomentShort(moment, 'UTC')).toBe('Dec 5, 09:07 UTC');
  const hour = String(new Date(moment).getHours()).padStart(2, '0');
  expect(formatMomentShort(moment, 'local')).toContain(`, ${hour}:`);
});
