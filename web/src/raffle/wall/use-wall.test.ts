import { expect, it } from 'vitest';
import { alternatesLanguages, queueArrivals, reachedRound } from './use-wall.ts';

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

it.each([
  ['with its ticket', 98, { people: 101, joined: ['c', 'b', 'a'] }, { number: 100, ticket: 'b' }],
  [
    'alone, if many came at once',
    240,
    { people: 900, joined: ['a'] },
    { number: 500, ticket: undefined },
  ],
  ['not again', 100, { people: 101, joined: ['a'] }, undefined],
])('a round number of people is told %s', (_, before, counted, expected) => {
  expect(reachedRound(before, counted)).toEqual(expected);
});
