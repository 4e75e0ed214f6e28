import type { AdminEvent, EventStatus } from '@drawbridge/contract/events';
import { expect, test } from 'vitest';
import { sortEvents } from './event-list.tsx';

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
