import { expect, test } from 'vitest';
import { rowsMoved } from './lead-pages.tsx';

const rows = (ids: string) => [...ids].map((id) => ({ id }));

test.each([
  ['abcdef', 'xyabcdef', 3, 1, 2],
  ['abcdef', 'bcdef', 3, 1, -1],
  ['abcdef', 'abcef', 3, 1, -1],
  ['abcdef', 'xabcdef', 0, 1, 0],
  ['abcdef', 'xabcdef', -4, 1, 0],
  ['abcdef', 'uvw', 3, 1, 0],
  ['abcdef', 'xyabcdef', 1, 2, 1],
])('from %s to %s, row %i of %i columns moves by %i', (before, now, first, columns, moved) => {
  expect(rowsMoved(rows(before), rows(now), first, columns)).toBe(moved);
});
