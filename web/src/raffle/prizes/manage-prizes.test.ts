import { expect, test } from 'vitest';
import { moveInOrder } from './manage-prizes-dialog.tsx';

const order = ['a', 'b', 'c', 'd'];

test.each([
  ['a', 0, 'abcd'],
  ['a', 1, 'bacd'],
  ['a', 3, 'bcda'],
  ['d', 0, 'dabc'],
  ['c', 1, 'acbd'],
  ['x', 1, 'abcd'],
])('moving %s to place %i gives %s', (id, index, expected) => {
  expect(moveInOrder(order, new Set(), id, index).join('')).toBe(expected);
});

test.each([
  ['a', 1, 'cbad'],
  ['a', 2, 'cbad'],
  ['a', 3, 'cbda'],
  ['c', 1, 'cbad'],
  ['d', 2, 'abdc'],
  ['d', 1, 'dbac'],
  ['d', 0, 'dbac'],
  ['b', 0, 'abcd'],
])('with b fixed, moving %s to place %i gives %s', (id, index, expected) => {
  expect(moveInOrder(order, new Set(['b']), id, index).join('')).toBe(expected);
});

test('a fixed prize at the end is not passed', () => {
  expect(moveInOrder(order, new Set(['d']), 'c', 3).join('')).toBe('abcd');
  expect(moveInOrder(order, new Set(['a']), 'b', 0).join('')).toBe('abcd');
});
