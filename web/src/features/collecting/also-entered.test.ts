import { expect, it } from 'vitest';
import { alsoEnteredText } from './also-entered.ts';

const now = new Date(2026, 11, 5, 15, 30);
const at = (hours: number, minutes: number, day = 5) =>
  new Date(2026, 11, day, hours, minutes).toISOString();

it('says when and how a contact of today was entered before', () => {
  expect(alsoEnteredText({ submittedAt: at(14, 2), source: 'qr' }, now)).toBe(
    'Also entered 14:02 by QR',
  );
  expect(alsoEnteredText({ submittedAt: at(9, 5), source: 'volunteer' }, now)).toBe(
    'Also entered 09:05 by a volunteer',
  );
  expect(alsoEnteredText({ submittedAt: at(0, 0), source: 'qr' }, now)).toBe(
    'Also entered 00:00 by QR',
  );
});

it('names the day if it was another one', () => {
  expect(alsoEnteredText({ submittedAt: at(14, 2, 4), source: 'qr' }, now)).toBe(
    'Also entered Dec 4, 2026, 2:02 PM by QR',
  );
});
