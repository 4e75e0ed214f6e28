import { doubtRollCall } from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { RollCallWatch, readSeenRollCalls } from './seen-roll-calls.ts';

const EVENT = 'fair';
const AT = 1_800_000_000;
const call = { rollCall: AT };
/** A time so many seconds after the opening. */
const after = (seconds: number) => (AT + seconds) * 1000;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

const doubt = () => doubtRollCall(AT, readSeenRollCalls(EVENT));

it('a device that hears of a roll call for a minute has seen it', () => {
  const watch = new RollCallWatch(EVENT);
  watch.hear(after(1), call);
  for (const seconds of [16, 31, 46]) watch.hear(after(seconds));
  watch.hear(after(62), null);
  expect(readSeenRollCalls(EVENT)).toEqual([{ ...call, from: after(1), to: after(62) }]);
  expect(doubt()).toBeUndefined();
});

it('a device reports a roll call that it never saw open, or only for a short while', () => {
  expect(doubt()).toBe('unseen');
  const watch = new RollCallWatch(EVENT);
  watch.hear(after(0), call);
  watch.hear(after(20), null);
  watch.hear(after(100));
  expect(doubt()).toBe('short');
});

it('a device that was cut off does not count the silence, unless the roll call is still open after it', () => {
  const watch = new RollCallWatch(EVENT);
  watch.hear(after(0), call);
  watch.hear(after(90), null);
  expect(doubt()).toBe('short');
  watch.hear(after(95), call);
  expect(doubt()).toBeUndefined();
});

it('a page that is loaded again goes on where it was', () => {
  new RollCallWatch(EVENT).hear(after(0), call);
  new RollCallWatch(EVENT).hear(after(70), call);
  expect(doubt()).toBeUndefined();
});
