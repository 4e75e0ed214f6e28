import { expect, it } from 'vitest';
import { describePeople } from './people-count.ts';

it.each([
  [{ people: 12_345, leads: 20_000, verified: 15_000 }, '12,345 people in the draw'],
  [{ people: 1, leads: 2, verified: 2 }, '1 person in the draw'],
  [{ people: 0, leads: 0, verified: 0 }, 'Nobody is in the draw: there are no leads yet.'],
  [
    { people: 0, leads: 1, verified: 0 },
    'Nobody is in the draw: the only lead is not verified yet.',
  ],
  [
    { people: 0, leads: 1200, verified: 0 },
    'Nobody is in the draw: 1,200 leads are not verified yet.',
  ],
  [
    { people: 0, leads: 3, verified: 1 },
    'Nobody is in the draw: everyone who is verified has won.',
  ],
])('%j is told as: %s', (eligible, sentence) => {
  expect(describePeople({ ...eligible, names: [] })).toBe(sentence);
});
