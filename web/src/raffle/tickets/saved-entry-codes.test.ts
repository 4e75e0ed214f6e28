import { afterEach, expect, test, vi } from 'vitest';
import { readSavedTickets, savedTickets, saveTicket } from './saved-entry-codes.ts';

const ticket = (number: number, eventId = 'fair') => ({
  eventId,
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

test('tickets are saved with the newest last, each once', () => {
  const stored = stubStorage();
  for (const number of [1, 2, 1]) saveTicket(ticket(number));
  expect(readSavedTickets()).toEqual([ticket(2), ticket(1)]);
  expect(JSON.parse(stored.tickets ?? '')).toEqual([ticket(2), ticket(1)]);
});

test('an event has the tickets of its own entries only', () => {
  stubStorage();
  for (const eventId of ['fair', 'dinner']) saveTicket(ticket(eventId.length, eventId));
  expect(savedTickets('fair')).toEqual([ticket(4)]);
  expect(savedTickets('dinner')).toEqual([ticket(6, 'dinner')]);
  expect(savedTickets('concert')).toEqual([]);
});

test('only the last 50 stay saved', () => {
  stubStorage();
  for (let number = 1; number <= 52; number += 1) saveTicket(ticket(number));
  expect(readSavedTickets()).toHaveLength(50);
  expect(readSavedTickets()[0]).toEqual(ticket(3));
});

test.each(['', '{', 'null', '{"a":1}', '{"tickets":5}', '[null, 1, {"code":"X"}]'])(
  'anything but tickets (%j) is replaced',
  (text) => {
    stubStorage({ tickets: text });
    expect(readSavedTickets()).toEqual([]);
    saveTicket(ticket(1));
    expect(readSavedTickets()).toEqual([ticket(1)]);
  },
);

test('a browser that refuses storage keeps nothing and breaks nothing', () => {
  const refuse = () => {
    throw new Error('Storage is refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  saveTicket(ticket(1));
  expect(readSavedTickets()).toEqual([]);
});
