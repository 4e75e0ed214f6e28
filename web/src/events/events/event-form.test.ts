import type { AdminEvent, EventInput } from '@drawbridge/contract/events/events';
import { expect, test } from 'vitest';
import { eventChanges } from '../settings/event-section.tsx';
import { lastEvent } from './create-event-dialog.tsx';

const fields: EventInput & Pick<AdminEvent, 'languages'> = {
  name: 'Harbour Winter Fair',
  date: '2026-12-05',
  location: 'Hall 7, Bristol',
  status: 'active',
  totalAmountCollected: '18420.00',
  roa: '12.50',
  country: 'GB',
  language: 'en',
  languages: null,
  currency: 'USD',
  timeZone: 'Europe/London',
  winnerDisplay: 'full',
  maxChances: 1,
  suspense: 2,
  organiser: null,
  privacyText: null,
  privacyUrl: null,
  consentNote: null,
  marketingText: null,
  retentionDays: null,
  drawAt: null,
  receipts: false,
  checklist: 'closed',
};
const before: AdminEvent = {
  ...fields,
  country: 'GB',
  timeZone: 'Europe/London',
  drawClock: null,
  winnerDisplay: 'full',
  winnerDisplayChosen: false,
  phoneMinLength: 7,
  translations: {},
  logo: null,
  cover: null,
  accent: null,
  accentStyles: null,
  id: '00000000-0000-4000-8000-000000000001',
  createdAt: '2026-11-01T09:00:00+00:00',
  createdBy: '00000000-0000-4000-8000-000000000002',
  consentVersion: 1,
  questions: [],
  questionsVersion: 1,
  shortCode: '3f9a1c',
  leadCount: 3,
  volunteerCount: 2,
  prizeCount: 1,
  prizesLeft: 1,
  erasure: null,
  archived: false,
  sample: false,
};

test('an edit sends the changed fields and no others', () => {
  expect(eventChanges(before, { ...fields, status: 'ended', roa: '13' })).toEqual({
    status: 'ended',
    roa: '13',
  });
  expect(eventChanges(before, { ...fields, country: 'FR', winnerDisplay: 'short' })).toEqual({
    country: 'FR',
    winnerDisplay: 'short',
  });
  expect(eventChanges(before, fields)).toEqual({});
  // The same local time is another timestamp in another time zone.
  const drawAt = '2026-12-05T17:30';
  const moved = eventChanges({ ...before, drawAt }, { ...fields, drawAt, timeZone: 'UTC' });
  expect(moved).toEqual({ drawAt, timeZone: 'UTC' });
});

test('the last event is the one that was created last, wherever it stands in the list', () => {
  const events = [
    { country: 'DE', createdAt: '2026-11-01T09:00:00+00:00' },
    { country: 'FR', createdAt: '2026-11-03T09:00:00+00:00' },
    { country: 'GB', createdAt: '2026-11-02T09:00:00+00:00' },
  ] as AdminEvent[];
  expect(lastEvent(events)?.country).toBe('FR');
  expect(lastEvent([])).toBeUndefined();
});
