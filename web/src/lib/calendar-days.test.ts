import { expect, test } from 'vitest';
import { addDays, addMonths, today, weekday, weeksOfMonth } from './day-formats.ts';

test('a day follows the last of February, in leap years too', () => {
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
});

test('a month later is the same day, or the last one of a shorter month', () => {
  expect(addMonths('2026-12-05', 1)).toBe('2027-01-05');
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2027-03-31', -1)).toBe('2027-02-28');
});

test('a month shows whole weeks from Sunday to Saturday', () => {
  const weeks = weeksOfMonth('2026-11-15');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toBe('2026-11-01');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-05');
  expect(weekday('2026-12-05')).toBe(6);
  expect(weeksOfMonth('2026-08-20')).toHaveLength(6);
});

test("today is the day on the reader's own calendar, also around midnight", () => {
  expect(today(new Date(2026, 11, 5, 0, 1))).toBe('2026-12-05');
  expect(today(new Date(2026, 11, 5, 23, 59))).toBe('2026-12-05');
});
