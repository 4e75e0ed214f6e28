import { expect, it } from 'vitest';
import { describePeople } from './people-count.ts';

it.each([
  [{ people: 12_345, leads: 20_000, pending: 4000, promoted: 1000 }, '12,345 people in the draw'],
  [{ people: 1, leads: 2, pending: 0, promoted: 0 }, '1 person in the draw'],
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
])('%j is told as: %s', (eligible, sentence) => {
  expect(describePeople({ ...eligible, names: [] })).toBe(sentence);
});
