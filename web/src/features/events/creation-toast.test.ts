import { expect, test } from 'vitest';
import { creationToast } from './api.ts';

test('a created event tells how many sponsors came with it', () => {
  expect(creationToast(0, 0)).toEqual({ title: 'Event created' });
  expect(creationToast(1, 0)).toEqual({ title: 'Event created', description: '1 sponsor added' });
  expect(creationToast(3, 0)).toMatchObject({ description: '3 sponsors added' });
});

test('some refused sponsors and all refused sponsors are told apart', () => {
  expect(creationToast(3, 1)).toEqual({
    title: 'Event created with errors',
    description:
      'Event created but 1 of 3 sponsor(s) failed to create. Please use the Sponsors button to add them manually.',
    destructive: true,
  });
  expect(creationToast(2, 2)).toMatchObject({
    title: 'Event created, sponsors failed',
    destructive: true,
  });
});
