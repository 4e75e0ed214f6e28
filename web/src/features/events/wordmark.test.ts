import { expect, test } from 'vitest';
import { breakWordmark } from './sponsor-queue.tsx';

// Every letter half as wide as it is high.
const measure = (text: string) => text.length / 2;

test.each([
  ['Acme', ['Acme']],
  ['Harbour  Coffee', ['Harbour Coffee']],
  ['Harbour Coffee Roasters of Bristol', ['Harbour Coffee', 'Roasters of Bristol']],
  ['W'.repeat(100), ['W'.repeat(100)]],
])('%j is written as %j', (name, lines) => {
  expect(breakWordmark(name, measure)).toEqual(lines);
});

test('a long name has no more than two lines of about the same length', () => {
  const [first = '', second = '', ...more] = breakWordmark('a '.repeat(50).trim(), measure);
  expect(more).toEqual([]);
  expect(`${first} ${second}`).toBe('a '.repeat(50).trim());
  expect(Math.abs(first.length - second.length)).toBeLessThanOrEqual(2);
});
