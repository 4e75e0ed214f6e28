import type { EligiblePeople } from '@drawbridge/contract/raffle/drawing';
import type { Readiness } from '@drawbridge/contract/raffle/readiness';
import { expect, it } from 'vitest';
import { quietPhones, readinessWarnings as warningsOf } from './ready-to-draw.tsx';

const now = Date.parse('2026-12-05T14:00:00Z');
const ready: Readiness = {
  devices: [],
  leads: 40,
  pendingLeads: 0,
  numbersWithSeveralNames: 0,
  invalidNumbers: 0,
  prizesWithoutName: 0,
  chancesChangedBy: [],
};
const device = (volunteer: string, unsent: number, minutes = 0) => ({
  volunteerId: `id of ${volunteer}`,
  volunteer,
  unsent,
  lastSeenAt: new Date(now - minutes * 60_000).toISOString(),
  silent: minutes >= 2,
});

const readinessWarnings = (...given: Parameters<typeof warningsOf>) =>
  warningsOf(...given).map(({ sentence }) => sentence);

it('lets only silent devices be dismissed, by volunteer', () => {
  const devices = [device('Priya', 3), device('Jun', 1, 9)];
  const [heard, silent] = warningsOf({ ...ready, devices }, now);
  expect([heard?.silentVolunteer, silent?.silentVolunteer]).toEqual([undefined, 'id of Jun']);
});

it('says nothing if everything is ready', () => {
  expect(readinessWarnings(ready, now)).toEqual([]);
  expect(readinessWarnings({ ...ready, devices: [device('Priya', 0)] }, now)).toEqual([]);
});

it('says that there are no leads', () => {
  expect(readinessWarnings({ ...ready, leads: 0 }, now)).toEqual(['There are no leads yet.']);
});

it('counts what is on devices, and says which of them are silent', () => {
  const devices = [
    device('Priya', 3),
    device('Tom', 1),
    device('Amelie', 2, 6),
    device('Jun', 0, 3),
  ];
  expect(readinessWarnings({ ...ready, devices }, now)).toEqual([
    '2 devices have 4 unsent leads: Priya 3, Tom 1',
    "Amelie's device has not reported for 6 minutes, with 2 unsent leads",
  ]);
  // A phone in a pocket that has sent everything is no warning.
  expect(quietPhones({ ...ready, devices }, now)).toBe(
    'Quiet for over 3 minutes, with everything sent: Jun',
  );
  expect(quietPhones(ready, now)).toBeUndefined();
});

it('names a volunteer with several devices once', () => {
  const devices = [
    device('Priya', 3),
    device('Tom', 1),
    device('Priya', 2),
    device('Jun', 1, 9),
    device('Jun', 0, 3),
  ];
  expect(readinessWarnings({ ...ready, devices }, now)).toEqual([
    '3 devices have 6 unsent leads: Priya 5, Tom 1',
    "Jun's device has not reported for 9 minutes, with 1 unsent lead",
  ]);
});

it('counts leads, numbers and prizes', () => {
  expect(
    readinessWarnings(
      {
        ...ready,
        pendingLeads: 12,
        numbersWithSeveralNames: 1,
        invalidNumbers: 2,
        prizesWithoutName: 1,
      },
      now,
    ),
  ).toEqual([
    '12 leads are still pending and not in the draw',
    '1 phone number has several names',
    '2 phone numbers are not valid',
    '1 prize has no name',
  ]);
});

it('warns of an early draw, a roll call that few have answered, and many chances of one person', () => {
  const people: EligiblePeople = {
    ...{ people: 40, leads: 40, pending: 0, promoted: 0, names: [] },
    ...{ chances: 100, mostChances: 5, here: { rollCall: 1, open: true, people: 19, chances: 40 } },
  };
  const changed = { ...ready, chancesChangedBy: ['Priya'] };
  const soon = new Date(now + 14 * 60_000).toISOString();
  expect(readinessWarnings(ready, now, { drawAt: soon, people, onlyHere: false })).toEqual([]);
  const later = new Date(now + 16 * 60_000).toISOString();
  const many = { ...people, mostChances: 6 };
  expect(readinessWarnings(changed, now, { drawAt: later, people: many, onlyHere: true })).toEqual([
    expect.stringMatching(/^The draw is announced for /),
    'Only 19 of 40 have answered the roll call.',
    'One person holds 6% of all chances.',
    'Chances were changed within the last hour, by Priya.',
  ]);
});
