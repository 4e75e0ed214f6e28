import { describe, expect, it } from 'vitest';
import { axisTop, fillDays, groupDays } from './leads-over-time.tsx';

describe('fillDays', () => {
  it('adds the days between, also across months and daylight saving', () => {
    const days = fillDays([
      { day: '2026-03-28', leadCount: 3 },
      { day: '2026-04-01', leadCount: 1 },
    ]);
    expect(days.map(({ day }) => day)).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
    ]);
    expect(days.map(({ leadCount }) => leadCount)).toEqual([3, 0, 0, 0, 1]);
  });

  it('has nothing to add to nothing or to one day', () => {
    expect(fillDays([])).toEqual([]);
    expect(fillDays([{ day: '2026-12-05', leadCount: 2 }])).toHaveLength(1);
  });
});

describe('groupDays', () => {
  const days = fillDays([
    { day: '2026-01-01', leadCount: 1 },
    { day: '2026-01-10', leadCount: 5 },
  ]);

  it('keeps every day apart while there is room', () => {
    expect(groupDays(days, 10)).toHaveLength(10);
  });

  it('adds neighbours up and loses none', () => {
    const groups = groupDays(days, 4);
    expect(groups.map(({ day, to }) => [day, to])).toEqual([
      ['2026-01-01', '2026-01-03'],
      ['2026-01-04', '2026-01-06'],
      ['2026-01-07', '2026-01-09'],
      ['2026-01-10', '2026-01-10'],
    ]);
    expect(groups.reduce((sum, { leadCount }) => sum + leadCount, 0)).toBe(6);
  });
});

describe('axisTop', () => {
  it.each([
    [0, 4],
    [3, 4],
    [7, 10],
    [11, 20],
    [38, 40],
    [401, 500],
    [1000, 1000],
    [1001, 2000],
  ])('rounds %i up to %i', (largest, top) => {
    expect(axisTop(largest)).toBe(top);
  });
});
