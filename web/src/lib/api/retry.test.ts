import { expect, test } from 'vitest';
import { isTemporary, waitAfter } from './retry.ts';

test('a status is temporary if the same request may succeed later', () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504, 522]) {
    expect(isTemporary(status), `${status}`).toBe(true);
  }
  for (const status of [400, 401, 403, 404, 409, 413, 422]) {
    expect(isTemporary(status), `${status}`).toBe(false);
  }
});

test('the waits double up to a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((failures) => waitAfter(failures, 5e3));
  expect(waits).toEqual([5e3, 5e3, 10e3, 20e3, 40e3, 60e3, 60e3]);
});
