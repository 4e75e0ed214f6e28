import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDeadline } from './deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a request that takes too long fails like a server that cannot be reached', () => {
  const { signal } = startDeadline(30_000);
  vi.advanceTimersByTime(29_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toBeInstanceOf(TypeError);
});

test('a request that is no longer needed is aborted early, also when that was known before', () => {
  const controller = new AbortController();
  const { signal } = startDeadline(30_000, controller.signal);
  controller.abort('another list was chosen');
  expect(signal.reason).toBe('another list was chosen');
  expect(startDeadline(30_000, controller.signal).signal.aborted).toBe(true);
});

test('a response that has arrived is not aborted afterwards', () => {
  const controller = new AbortController();
  const { signal, clear } = startDeadline(30_000, controller.signal);
  clear();
  vi.advanceTimersByTime(60_000);
  controller.abort();
  expect(signal.aborted).toBe(false);
});
