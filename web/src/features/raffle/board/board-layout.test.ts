import { expect, it } from 'vitest';
import { boardLayout, finaleLayout } from './board-layout.ts';

it('any part of 30 prizes fits into ten rows and three columns', () => {
  for (let drawn = 0; drawn < 30; drawn += 1) {
    const listed = 29 - drawn;
    const { list, winners } = boardLayout(listed, drawn);
    for (const [count, grid] of [
      [listed, list],
      [drawn, winners],
    ] as const) {
      expect(grid.columns * grid.rows, `${count} of 30`).toBeGreaterThanOrEqual(count);
      expect(grid.rows, `${count} of 30`).toBeLessThanOrEqual(10);
      expect(grid.columns, `${count} of 30`).toBeLessThanOrEqual(3);
    }
  }
});

it('every winner has a place in the finale', () => {
  for (let winners = 1; winners <= 30; winners += 1) {
    const { columns, rows } = finaleLayout(winners);
    expect(columns * rows).toBeGreaterThanOrEqual(winners);
    expect(rows).toBeLessThanOrEqual(10);
  }
});

it('one more prize seldom changes the rows', () => {
  const changes = Array.from({ length: 29 }, (_, listed) => boardLayout(listed + 1, 0).list).filter(
    (list, place, all) => place > 0 && JSON.stringify(list) !== JSON.stringify(all[place - 1]),
  );
  expect(changes).toHaveLength(5);
});

it('more prizes than promised still have a row each', () => {
  const { list, winners } = boardLayout(60, 60);
  expect(list.columns * list.rows).toBeGreaterThanOrEqual(60);
  expect(winners.columns * winners.rows).toBeGreaterThanOrEqual(60);
});
