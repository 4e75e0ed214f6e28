import { expect, test } from 'vitest';
import { formatRoa } from './event-money.tsx';

test('ROA has one decimal, and none where it is zero', () => {
  expect(formatRoa('12.50')).toBe('12.5%');
  expect(formatRoa('31.00')).toBe('31.0%');
  expect(formatRoa('-4.25')).toBe('-4.3%');
  expect(formatRoa('0.00')).toBe('0%');
  expect(formatRoa('0')).toBe('0%');
});
