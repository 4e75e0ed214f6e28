import type { AdminEvent, EventStatus } from '@drawbridge/contract/events/events';
import { expect, test } from 'vitest';
import { formatRoa, sortEvents } from './event-list.tsx';

test('active events come first, then the next upcoming ones, then the last ended ones', () => {
  const event = (status: EventStatus, date: string) => ({ status, date }) as AdminEvent;
  const sorted = sortEvents([
    event('ended', '2026-01-05'),
    event('upcoming', '2027-03-01'),
    event('active', '2026-12-06'),
    event('ended', '2026-10-05'),
    event('upcoming', '2026-12-24'),
    event('active', '2026-12-05'),
  ]);
  expect(sorted.map(({ status, date }) => `${status} ${date}`)).toEqual([
    'active 2026-12-05',
    'active 2026-12-06',
    'upcoming 2026-12-24',
    'upcoming 2027-03-01',
    'ended 2026-10-05',
    'ended 2026-01-05',
  ]);
});

test('ROA has one decimal, and none where it is zero', () => {
  expect(formatRoa('12.50')).toBe('12.5%');
  expect(formatRoa('31.00')).toBe('31.0%');
  expect(formatRoa('-4.25')).toBe('-4.3%');
  expect(formatRoa('0.00')).toBe('0%');
  expect(formatRoa('0')).toBe('0%');
});
