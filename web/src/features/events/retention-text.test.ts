import { expect, test } from 'vitest';
import { retentionText } from './retention-text.ts';

const fair = { days: 90, date: '2026-12-12', leads: 839 };

test('the form says how many leads are erased and when', () => {
  expect(retentionText(fair, '2026-12-12')).toMatch(/^839 leads will be erased on March 12, 2027,/);
  expect(retentionText({ ...fair, leads: 1 }, '2026-12-12')).toMatch(/^1 lead will/);
  expect(retentionText({ ...fair, leads: undefined }, '2026-12-12')).toMatch(/^The leads will/);
});

test('leads whose day has come are erased once that is confirmed', () => {
  expect(retentionText(fair, '2027-03-11')).toContain('on March 12, 2027');
  expect(retentionText(fair, '2027-03-12')).toMatch(
    /^839 leads will be erased a day after an administrator of all events has confirmed it/,
  );
});

test('without a number of days the leads are kept', () => {
  for (const days of [null, undefined]) {
    expect(retentionText({ ...fair, days }, '2026-12-12')).toBe('The leads are kept.');
  }
});

test('nothing is promised beside an error', () => {
  for (const days of [0, -1, 1.5, 1e9, Number.NaN]) {
    expect(retentionText({ ...fair, days }, '2026-12-12')).toBeUndefined();
  }
  expect(retentionText({ ...fair, date: '' }, '2026-12-12')).toBeUndefined();
});
