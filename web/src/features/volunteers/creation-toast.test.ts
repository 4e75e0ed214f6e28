import { expect, test } from 'vitest';
import { creationToast } from './api.ts';

test('an account that was assigned is good news', () => {
  expect(creationToast('event', [], 1)).toEqual({ title: 'Volunteer created and assigned' });
});

test.each([
  [
    'event',
    1,
    'assignment failed: Event not found. Please use the "Assign Existing" tab to manually assign this volunteer.',
  ],
  [
    'page',
    3,
    '1 of 3 assignments failed: Event not found. Please use the Assignments button to assign them.',
  ],
] as const)('an account that was not assigned says why and what to do: %s', (place, all, rest) => {
  for (const refused of ['Event not found', 'Event not found.']) {
    expect(creationToast(place, [refused], all)).toEqual({
      title: 'Volunteer created but not assigned',
      description: `Account created successfully, but ${rest}`,
      destructive: true,
    });
  }
});
