import { expect, it } from 'vitest';
import { day, hasShape, listOf, number, optional, text } from './shape.ts';

const shape = listOf({ name: text, date: day, winner: optional({ email: text, number }) });
const right = { name: 'Fair', date: '2026-12-05', winner: null, unknown: 1 };

it.each<[boolean, unknown]>([
  [true, []],
  [true, [right, { ...right, winner: { email: '', number: 0 } }]],
  [true, [{ name: 'Fair', date: '2026-12-05' }]],
  [false, null],
  [false, undefined],
  [false, 'Hello'],
  [false, { 0: right, length: 1 }],
  [false, [null]],
  [false, [{ ...right, name: {} }]],
  [false, [{ ...right, date: 'soon' }]],
  [false, [{ ...right, winner: { email: '' } }]],
])('%j: %j', (fits, answer) => {
  expect(hasShape(answer, shape)).toBe(fits);
});
