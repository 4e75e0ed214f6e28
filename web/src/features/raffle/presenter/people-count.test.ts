import { expect, it } from 'vitest';
import { describeObstacle, peopleInDraw } from './people-count.ts';

it.each([
  [{ people: 1, leads: 2, pending: 0, promoted: 0 }, undefined],
  [
    { people: 0, leads: 0, pending: 0, promoted: 0 },
    'Nobody is in the draw: there are no leads yet.',
  ],
  [
    { people: 0, leads: 1, pending: 1, promoted: 0 },
    'Nobody is in the draw: 1 lead is waiting to be verified.',
  ],
  [
    { people: 0, leads: 1200, pending: 1200, promoted: 0 },
    'Nobody is in the draw: 1,200 leads are waiting to be verified.',
  ],
  [
    { people: 0, leads: 3, pending: 0, promoted: 0 },
    'Nobody is in the draw: everyone who is verified has been drawn or shares a phone number or e-mail with a winner.',
  ],
  [
    { people: 0, leads: 4, pending: 0, promoted: 4 },
    'Nobody is in the draw: 4 promoted leads cannot be drawn any more.',
  ],
  [
    { people: 0, leads: 3, pending: 2, promoted: 1 },
    'Nobody is in the draw: 2 leads are waiting to be verified and 1 promoted lead cannot be drawn any more.',
  ],
  [
    { people: 0, leads: 5, pending: 1, promoted: 3 },
    'Nobody is in the draw: everyone who is verified has been drawn or shares a phone number or e-mail with a winner, 1 lead is waiting to be verified and 3 promoted leads cannot be drawn any more.',
  ],
])('%j cannot be drawn from because: %s', (eligible, sentence) => {
  expect(describeObstacle({ ...eligible, names: [] })).toBe(sentence);
});

it('the number of people in the draw is written out', () => {
  expect([0, 1, 12_345].map(peopleInDraw)).toEqual([
    '0 people in the draw',
    '1 person in the draw',
    '12,345 people in the draw',
  ]);
});
