import { expect, it } from 'vitest';
import { alternatesLanguages, queueArrivals } from './use-wall.ts';

it.each([
  ['idle', true],
  ['sealed', false],
  ['drawing', false],
  ['winner', true],
  ['finale', true],
] as const)('the languages of the wall take turns while it shows %s: %s', (scene, turns) => {
  expect(alternatesLanguages(scene)).toBe(turns);
});

it.each([
  ['a few by their tickets, the first one first', ['b', 'a'], 2, { tickets: ['a', 'b'], more: 0 }],
  ['nobody when people leave', [], -3, { tickets: [], more: 0 }],
  [
    'a crowd by its number',
    ['e', 'd', 'c', 'b', 'a'],
    29,
    { tickets: ['a', 'b', 'c', 'd', 'e'], more: 24 },
  ],
])('the wall names %s', (_, joined, grown, waiting) => {
  expect(queueArrivals({ tickets: [], more: 0 }, joined, grown)).toEqual(waiting);
});

it('the wall counts those who come in faster than they can be read', () => {
  const waiting = queueArrivals({ tickets: ['a', 'b', 'c', 'd', 'e'], more: 1 }, ['g', 'f'], 2);
  expect(waiting).toEqual({ tickets: ['a', 'b', 'c', 'd', 'e', 'f'], more: 2 });
});
