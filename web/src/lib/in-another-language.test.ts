import german from '@drawbridge/contract/languages/de.json';
import english from '@drawbridge/contract/languages/en.json';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatDayWithWeekday } from './day-formats.ts';
import { endSentence, formatCount, formatMoment } from './formats.ts';
import { setTexts } from './texts.ts';
import { ticketName } from './ticket-names.ts';

const names = Array.from({ length: 256 }, (_, index) => `Tier${index}`);

beforeEach(() => setTexts('de', { ...german, animals: { names: names.join('|') } }));
// The tests of other files share this module.
afterEach(() => setTexts('en', english));

test('days, times and numbers are written as people there do', () => {
  const moment = new Date(2026, 11, 5, 21, 30).toISOString();
  expect(formatMoment(moment)).toBe('5. Dez. 2026, 21:30');
  expect(formatDayWithWeekday('2026-12-05')).toBe('Samstag, 5. Dezember 2026');
  expect(formatCount(12_840)).toBe('12.840');
  setTexts('en', english);
  expect(formatMoment(moment)).toBe('Dec 5, 2026, 9:30 PM');
});

test('a ticket has the same number and the name of its animal, and can be named as on the wall', () => {
  const ticket = `67${'0'.repeat(5)}9`;
  expect([ticketName(ticket), ticketName(ticket, 'en')]).toEqual(['Tier103 0009', 'Heron 0009']);
});

test('a sentence ends with the full stop of its script', () => {
  setTexts('ja', {});
  expect(endSentence('見つかりません')).toBe('見つかりません。');
  expect(endSentence('見つかりません。')).toBe('見つかりません。');
});
