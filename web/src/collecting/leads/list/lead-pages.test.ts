import { expect, test } from 'vitest';
import { rowOffset } from './lead-pages.tsx';

const rows = (ids: string) => [...ids].map((id) => ({ id }));

test.each([
  ['abcdef', 'xyabcdef', 3, 2],
  ['abcdef', 'bcdef', 3, -1],
  ['abcdef', 'abcef', 3, -1],
  ['abcdef', 'xabcdef', 0, 0],
  ['abcdef', 'xabcdef', -4, 0],
  ['abcdef', 'uvw', 3, 0],
])('from %s to %s, row %i moves by %i', (before, now, first, moved) => {
  expect(rowOffset(rows(before), rows(now), first)).toBe(moved);
});
