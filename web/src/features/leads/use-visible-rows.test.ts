import { expect, it } from 'vitest';
import { pickRows, rangeBetween } from './use-visible-rows.ts';

const none = { first: 0, end: 0 };

it('the rows in sight are those that touch it', () => {
  expect(rangeBetween(0, 600, 60)).toEqual({ first: 0, end: 10 });
  expect(rangeBetween(6000, 6600, 60)).toEqual({ first: 100, end: 110 });
  expect(rangeBetween(6001, 6601, 60)).toEqual({ first: 100, end: 111 });
});

it('of a list that begins below what is in sight there are none, or its first few', () => {
  expect(rangeBetween(-900, -300, 60)).toEqual({ first: 0, end: 0 });
  expect(rangeBetween(-500, 100, 60)).toEqual({ first: 0, end: 2 });
});

it.each([
  ['only those that are there', { first: 2, end: 9 }, none, 5, [2, 3, 4]],
  ['the last of a list that has become shorter', { first: 7, end: 9 }, none, 5, [2, 3, 4]],
  ['the first of a list that is out of sight', none, none, 5, [0, 1, 2]],
  ['all of a short list', none, none, 2, [0, 1]],
  ['none of an empty list', { first: 4, end: 9 }, none, 0, []],
  ['those around the keyboard', { first: 7, end: 9 }, { first: -1, end: 3 }, 20, [0, 1, 2, 7, 8]],
  ['those around the keyboard once', { first: 3, end: 6 }, { first: 4, end: 8 }, 7, [3, 4, 5, 6]],
])('picked are %s', (_, stretch, aroundFocused, count, picked) => {
  expect(pickRows(stretch, aroundFocused, count)).toEqual(picked);
});
