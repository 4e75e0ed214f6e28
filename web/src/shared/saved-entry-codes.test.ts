import { afterEach, expect, test, vi } from 'vitest';
import { readSavedEntryCodes, saveEntryCode } from './saved-entry-codes.ts';

const entry = (number: number) => ({
  eventId: 'fair',
  code: `CODE-${number}`,
  name: 'Amara Okafor',
  submittedAt: '2026-12-05T12:00:00+00:00',
});

/** A browser's storage, which Node does not have. */
function stubStorage(stored: Record<string, string> = {}) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  });
  return stored;
}

afterEach(() => vi.unstubAllGlobals());

test('entry codes are kept with the newest last, each once', () => {
  const stored = stubStorage();
  for (const number of [1, 2, 1]) saveEntryCode(entry(number));
  expect(readSavedEntryCodes()).toEqual([entry(2), entry(1)]);
  expect(JSON.parse(stored.tickets ?? '')).toEqual([entry(2), entry(1)]);
});

test('only the last 50 are kept', () => {
  stubStorage();
  for (let number = 1; number <= 52; number += 1) saveEntryCode(entry(number));
  expect(readSavedEntryCodes()).toHaveLength(50);
  expect(readSavedEntryCodes()[0]).toEqual(entry(3));
});

test.each(['', '{', 'null', '{"a":1}', '[null, 1]'])(
  'anything but a list (%j) is replaced',
  (text) => {
    stubStorage({ tickets: text });
    expect(readSavedEntryCodes()).toEqual([]);
    saveEntryCode(entry(1));
    expect(readSavedEntryCodes()).toEqual([entry(1)]);
  },
);

test('a browser that refuses storage keeps nothing and breaks nothing', () => {
  const refuse = () => {
    throw new Error('Storage is refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  saveEntryCode(entry(1));
  expect(readSavedEntryCodes()).toEqual([]);
});
