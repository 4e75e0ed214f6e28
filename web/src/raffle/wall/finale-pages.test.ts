import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { expect, it } from 'vitest';
import { packPages } from './finale-pages.ts';

const wonBy = (...counts: number[]) =>
  counts.map((count, index) => ({
    number: index + 1,
    prize: undefined,
    winners: Array.from({ length: count }, (_, id) => ({ id: `${index} ${id}` }) as RaffleResult),
  }));
const shape = (pages: ReturnType<typeof packPages>) =>
  pages.map((cards) => cards.map(({ number, winners }) => `${number}: ${winners.length}`));

it.each([
  ['few winners share a page', [1, 1], 30, [['1: 1', '2: 1']]],
  ['many have pages of their own', [1, 2, 5, 12], 30, [['1: 1', '2: 2', '3: 5'], ['4: 12']]],
  [
    'pages are filled evenly',
    Array(12).fill(1),
    30,
    [6, 6].map((n, page) => Array.from({ length: n }, (_, i) => `${page * 6 + i + 1}: 1`)),
  ],
  ['a crowd is split evenly', [44], 30, [['1: 22'], ['1: 22']]],
  ['less room, fewer on a page', [2, 3], 3, [['1: 2'], ['2: 3']]],
])('%s', (_, counts, most, expected) => {
  expect(shape(packPages(wonBy(...(counts as number[])), most))).toEqual(expected);
});
