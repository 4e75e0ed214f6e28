import { expect, it } from 'vitest';
import { alsoEnteredText } from './lead-rules.ts';

const now = new Date(2026, 11, 5, 15, 30);
const at = (hours: number, minutes: number, day = 5) =>
  new Date(2026, 11, day, hours, minutes).toISOString();

const byQr = { source: 'qr', imported: false } as const;
const byVolunteer = { source: 'volunteer', imported: false } as const;

it('says when and how a contact of today was entered before', () => {
  expect(alsoEnteredText({ ...byQr, submittedAt: at(14, 2) }, now)).toBe(
    'Also entered 14:02 by QR',
  );
  expect(alsoEnteredText({ ...byVolunteer, submittedAt: at(9, 5) }, now)).toBe(
    'Also entered 09:05 by a volunteer',
  );
  expect(alsoEnteredText({ ...byVolunteer, imported: true, submittedAt: at(9, 5) }, now)).toBe(
    'Also entered 09:05 by import',
  );
  expect(alsoEnteredText({ ...byQr, submittedAt: at(0, 0) }, now)).toBe('Also entered 00:00 by QR');
});

it('names the day if it was another one', () => {
  expect(alsoEnteredText({ ...byQr, submittedAt: at(14, 2, 4) }, now)).toBe(
    'Also entered Dec 4, 2026, 2:02 PM by QR',
  );
});
