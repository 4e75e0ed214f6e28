import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backOff,
  type DeliveryResult,
  decideAfterResponse,
  edited,
  leftAfter,
  nextToSend,
  type OutboxLead,
  undone,
} from './outbox-rules.ts';

const lead: OutboxLead = {
  id: '6f8d4b1c-5a52-4a55-9f36-0a2f3f8b0001',
  entryCode: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A',
  eventId: '6f8d4b1c-5a52-4a55-9f36-0a2f3f8b0002',
  eventName: 'Harbour Winter Fair',
  userId: 'priya-id',
  username: 'priya',
  name: 'Jon Field',
  phone: '07700 900131',
  email: null,
  answers: {},
  addedAt: 1000,
  attempts: 1,
  nextAt: 0,
  takenBack: false,
  refusal: null,
};
const refused = (
  status: number,
  more: { code?: ProblemCode; retryAfterMs?: number } = {},
): DeliveryResult => ({
  kind: 'refused',
  status,
  sentence: 'No.',
  ...more,
});

it('answers given while a lead is on its way are sent after it, and nothing else is left', () => {
  const answered = { ...lead, answers: { warm: 5 } };
  const undoneMeanwhile = { ...lead, takenBack: true };
  expect(leftAfter(lead, lead)).toBeUndefined();
  expect(leftAfter(lead, undefined)).toBeUndefined();
  expect(leftAfter(lead, answered)).toEqual({ ...answered, arrived: true });
  expect(leftAfter(lead, undoneMeanwhile)).toEqual(undoneMeanwhile);
  expect(leftAfter(undoneMeanwhile, undoneMeanwhile)).toBeUndefined();
});

describe('a response', () => {
  it('removes the lead when it reports success', () => {
    expect(decideAfterResponse(lead, { kind: 'arrived' }, 0)).toEqual({ lead: 'done' });
  });

  it('that did not come keeps the lead and pauses, longer each time', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => {
      const verdict = decideAfterResponse(lead, { kind: 'unreachable' }, failures);
      return verdict.lead === 'keep' && verdict.pause.reason === 'unreachable'
        ? verdict.pause.waitMs / 1000
        : undefined;
    });
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('pauses the outbox after an expired session until the same user is back', () => {
    expect(decideAfterResponse(lead, refused(401), 1)).toEqual({
      lead: 'keep',
      pause: { reason: 'signed out' },
    });
  });

  it.each([408, 425, 429, 503])('%i pauses as long as the server asks', (status) => {
    expect(decideAfterResponse(lead, refused(status, { retryAfterMs: 45_000 }), 1)).toEqual({
      lead: 'keep',
      pause: { reason: 'busy', waitMs: 45_000 },
    });
    expect(decideAfterResponse(lead, refused(status), 2)).toMatchObject({
      pause: { waitMs: 4_000 },
    });
  });

  it.each([500, 502, 504])('%i lets the next lead go first, until it is the server', (status) => {
    expect(decideAfterResponse({ ...lead, attempts: 2 }, refused(status), 1)).toEqual({
      lead: 'later',
      waitMs: 4_000,
    });
    expect(decideAfterResponse(lead, refused(status), 3)).toMatchObject({
      lead: 'keep',
      pause: { reason: 'busy' },
    });
  });

  it.each([400, 402, 403, 404, 405, 409, 410, 413, 415, 422, 431, 451])(
    '%i is for a person to decide',
    (status) => {
      expect(decideAfterResponse(lead, refused(status), 1)).toEqual({
        lead: 'needs attention',
        refusal: { status, sentence: 'No.' },
      });
    },
  );

  it('about a used entry code asks for another one', () => {
    expect(decideAfterResponse(lead, refused(409, { code: 'entry-code-used' }), 1)).toEqual({
      lead: 'new code',
    });
  });

  it('never removes a lead that has not arrived', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 599 }),
        fc.constantFrom(...(Object.keys(problems) as ProblemCode[])),
        fc.nat(100),
        fc.nat(100),
        (status, code, attempts, failures) =>
          decideAfterResponse({ ...lead, attempts }, refused(status, { code }), failures).lead !==
          'done',
      ),
    );
  });
});

describe('a lead that was taken back', () => {
  const takenBack = { ...lead, takenBack: true };

  it.each([
    ['invalid-input', 'done'],
    ['event-not-found', 'done'],
    ['too-large', 'done'],
    ['lead-deleted', 'done'],
    ['lead-already-verified', 'needs attention'],
    ['not-assigned', 'needs attention'],
    ['unexpected', 'later'],
  ] as const)('and is answered %s: %s', (code, expected) => {
    expect(decideAfterResponse(takenBack, refused(problems[code][0], { code }), 1).lead).toBe(
      expected,
    );
  });

  it('is forgotten if it was never sent, and deleted on the server otherwise', () => {
    expect(undone({ ...lead, attempts: 0 })).toBeUndefined();
    expect(undone({ ...lead, refusal: { status: 403, sentence: 'No.' }, nextAt: 5 })).toEqual({
      ...lead,
      takenBack: true,
    });
  });
});

describe('the order', () => {
  it('is oldest first, without those that wait for a person or their time', () => {
    const leads = [
      { ...lead, id: 'c', addedAt: 3 },
      { ...lead, id: 'a', addedAt: 1, refusal: { status: 403, sentence: 'No.' } },
      { ...lead, id: 'b', addedAt: 2, nextAt: 60 },
    ];
    expect(nextToSend(leads, 50)?.id).toBe('c');
    expect(nextToSend(leads, 60)?.id).toBe('b');
    expect(nextToSend([], 0)).toBeUndefined();
  });
});

describe('waiting', () => {
  it('is at least as long as the server asks, but never longer than an hour', () => {
    expect(backOff(1, 30_000)).toBe(30_000);
    expect(backOff(9, 30_000)).toBe(60_000);
    expect(backOff(1, 1e12)).toBe(3_600_000);
    expect(backOff(0)).toBe(2_000);
  });
});

describe('corrected details', () => {
  const contact = { name: 'Jonathan Field', phone: '07700 900132', email: null, answers: { a: 1 } };
  const made = { id: 'new', entryCode: 'code' };

  it.each([0, 3])('keep the id after %i attempts: it may have arrived', (attempts) => {
    const before = { ...lead, attempts, refusal: { status: 403, sentence: 'No.' }, nextAt: 9 };
    expect(edited(before, contact, made)).toEqual({ ...lead, ...contact, attempts });
  });

  it('make another lead of one that was deleted on the server', () => {
    const refusal = { status: 409, sentence: 'Gone.', code: 'lead-deleted' as const };
    expect(edited({ ...lead, refusal }, contact, made)).toEqual({
      ...lead,
      ...contact,
      ...made,
      attempts: 0,
    });
  });
});
