import { expect, it } from 'vitest';
import { percentOf } from './formats.ts';

it('is the part in percent, and 0 of nothing', () => {
  expect(percentOf(1, 8)).toBe(12.5);
  expect(percentOf(3402, 5191)).toBeCloseTo(65.54, 2);
  expect(percentOf(0, 0)).toBe(0);
});
