import { afterEach, expect, test, vi } from 'vitest';
import { keepTicket, readTickets } from './tickets.ts';

const ticket = (number: number) => ({
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

test('tickets are kept with the newest last, each once', () => {
  const stored = stubStorage();
  for (const number of [1, 2, 1]) keepTicket(ticket(number));
  expect(readTickets()).toEqual([ticket(2), ticket(1)]);
  expect(JSON.parse(stored.tickets ?? '')).toEqual([ticket(2), ticket(1)]);
});

test('only the last 50 are kept', () => {
  stubStorage();
  for (let number = 1; number <= 52; number += 1) keepTicket(ticket(number));
  expect(readTickets()).toHaveLength(50);
  expect(readTickets()[0]).toEqual(ticket(3));
});

test.each(['', '{', 'null', '{"a":1}', '[null, 1]'])('what is no list (%j) is replaced', (text) => {
  stubStorage({ tickets: text });
  expect(readTickets()).toEqual([]);
  keepTicket(ticket(1));
  expect(readTickets()).toEqual([ticket(1)]);
});

test('a browser that refuses storage keeps nothing and breaks nothing', () => {
  const refuse = () => {
    throw new Error('Storage is refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  keepTicket(ticket(1));
  expect(readTickets()).toEqual([]);
});
