import { expect, test } from 'vitest';
import { timeLeft } from './time-left.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [1, 'in 1 minute', '0:01'],
  [42 * MINUTE + 10_000, 'in 43 minutes', '42:10'],
  [2 * HOUR - 1, 'in 2 hours', '2:00:00'],
  [23 * HOUR + 65_000, 'in 23 hours', '23:01:05'],
  [24 * HOUR, 'in 1 day', 'in 1 day'],
  [60 * HOUR, 'in 3 days', 'in 3 days'],
])('%i ms before the draw it is %s, or %s where seconds count', (left, words, seconds) => {
  expect([timeLeft(left), timeLeft(left, 'seconds')]).toEqual([words, seconds]);
});
