import { expect, it } from 'vitest';
import { pickRows, stretchBetween } from './rows-in-sight.ts';

it('the rows in sight are those that touch it', () => {
  expect(stretchBetween(0, 600, 60)).toEqual({ first: 0, end: 10 });
  expect(stretchBetween(6000, 6600, 60)).toEqual({ first: 100, end: 110 });
  expect(stretchBetween(6001, 6601, 60)).toEqual({ first: 100, end: 111 });
});

it('of a list that begins below what is in sight there are none, or its first few', () => {
  expect(stretchBetween(-900, -300, 60)).toEqual({ first: 0, end: 0 });
  expect(stretchBetween(-500, 100, 60)).toEqual({ first: 0, end: 2 });
});

it('picked are those in sight and those that are prepared, each once', () => {
  const stretches = [
    { first: 8, end: 10 },
    { first: 2, end: 4 },
    { first: 3, end: 6 },
  ];
  expect(pickRows(stretches, 20, -1)).toEqual([2, 3, 4, 5, 8, 9]);
});

it.each([
  ['only those that are there', { first: 2, end: 9 }, 5, -1, [2, 3, 4]],
  ['the last of a list that has become shorter', { first: 7, end: 9 }, 5, -1, [2, 3, 4]],
  ['the first of a list that is out of sight', { first: 0, end: 0 }, 5, -1, [0, 1, 2]],
  ['all of a short list', { first: 0, end: 0 }, 2, -1, [0, 1]],
  ['none of an empty list', { first: 4, end: 9 }, 0, -1, []],
  ['those around the keyboard above them', { first: 7, end: 9 }, 20, 2, [0, 1, 2, 3, 4, 5, 7, 8]],
  [
    'those around the keyboard below them',
    { first: 3, end: 5 },
    20,
    9,
    [3, 4, 6, 7, 8, 9, 10, 11, 12],
  ],
  ['those around the keyboard among them', { first: 7, end: 9 }, 10, 8, [5, 6, 7, 8, 9]],
  ['nothing around a row that is gone', { first: 7, end: 10 }, 20, 20, [7, 8, 9]],
])('picked are %s', (_, stretch, count, focused, picked) => {
  expect(pickRows([stretch], count, focused)).toEqual(picked);
});
