import { expect, it } from 'vitest';
import { readOpenFilesLimit, socketLimits } from './open-files.ts';

it('the limit is read from the system', () => {
  expect(readOpenFilesLimit()).toBeGreaterThan(100);
});

it.each([256, 1024, 2048, 100_000, 1_048_576])(
  'with %i files, streams and requests together leave the reserve',
  (openFiles) => {
    const limits = socketLimits(openFiles);
    for (const streams of [0, Math.floor(limits.streams / 2), limits.streams]) {
      // A request may have a file open as well as its socket.
      expect(streams + 2 * limits.others(streams) + 64).toBeLessThanOrEqual(openFiles);
      expect(limits.others(streams)).toBeGreaterThanOrEqual(48);
    }
    expect(limits.streams).toBeGreaterThanOrEqual(Math.min(20_000, openFiles / 2 - 32));
  },
);

it('without a limit only memory counts, and with hardly any files nothing is negative', () => {
  const unlimited = socketLimits(Number.POSITIVE_INFINITY);
  expect([unlimited.streams, unlimited.others(20_000)]).toEqual([20_000, Number.POSITIVE_INFINITY]);
  expect([socketLimits(10).streams, socketLimits(10).others(0)]).toEqual([0, 0]);
});
