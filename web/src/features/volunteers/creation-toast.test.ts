import { expect, test } from 'vitest';
import { creationToast } from './api.ts';

test('an account that was assigned is good news', () => {
  expect(creationToast(undefined)).toEqual({ title: 'Volunteer created and assigned' });
});

test.each(['Event not found', 'Event not found.'])(
  'an account that was not assigned says why and what to do: %s',
  (refused) => {
    expect(creationToast(refused)).toEqual({
      title: 'Volunteer created but not assigned',
      description:
        'Account created successfully, but assignment failed: Event not found. Please use the "Assign Existing" tab to manually assign this volunteer.',
      destructive: true,
    });
  },
);
