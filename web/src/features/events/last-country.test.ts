import type { AdminEvent } from '@drawbridge/contract/events';
import { expect, test } from 'vitest';
import { countryOfLast } from './last-country.ts';

test('the last event is the one that was created last, wherever it stands in the list', () => {
  const events = [
    { country: 'DE', createdAt: '2026-11-01T09:00:00+00:00' },
    { country: 'FR', createdAt: '2026-11-03T09:00:00+00:00' },
    { country: 'GB', createdAt: '2026-11-02T09:00:00+00:00' },
  ] as AdminEvent[];
  expect(countryOfLast(events)).toBe('FR');
  expect(countryOfLast([])).toBeUndefined();
});
