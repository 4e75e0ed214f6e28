import { handoverCodes } from '@drawbridge/contract/raffle/handover';
import { expect, it } from 'vitest';
import { matchHandoverCode, type WinningLead } from './rules.ts';

const eventId = '60ab6b1b-9224-4812-aa86-b3f7bf30352c';
const now = 1_800_000_005_000;
const entry = (n: number) => Uint8Array.from({ length: 16 }, (_, index) => (n >> index) & 0xff);
const lead = (number: number, more: Partial<WinningLead> = {}): WinningLead => ({
  number,
  place: 0,
  entryCode: entry(number),
  name: `Person ${number}`,
  ticket: '',
  shown: true,
  forfeited: false,
  handedOverAt: null,
  ...more,
});
const digitsOf = (n: number, at = now) => ({ digits: handoverCodes(eventId, entry(n), at).digits });
const judge = (code: { digits: string }, leads: WinningLead[]) =>
  matchHandoverCode(eventId, code, leads, now);

it('a code is good in its own ten seconds, those before and those after', () => {
  for (const late of [-10_000, 0, 10_000]) {
    expect(judge(digitsOf(1, now + late), [lead(2), lead(1)])).toEqual({ lead: lead(1) });
  }
  for (const late of [-30_000, -20_000, 20_000]) {
    expect(judge(digitsOf(1, now + late), [lead(2), lead(1)])).toEqual({
      problem: 'handover-code-wrong',
    });
  }
});

it('digits of two winners have to be scanned instead, unless one of them has the prize', () => {
  // Among a few thousand entries, two have the same digits.
  const seenDigits = new Map<string, number>();
  let pair: [number, number] | undefined;
  for (let n = 1; !pair; n += 1) {
    const { digits } = digitsOf(n);
    const other = seenDigits.get(digits);
    if (other !== undefined) pair = [other, n];
    seenDigits.set(digits, n);
  }
  const [one, other] = pair;
  expect(judge(digitsOf(one), [lead(one), lead(other)])).toEqual({
    problem: 'handover-code-unclear',
  });
  const handedOverAt = new Date(now).toISOString();
  expect(judge(digitsOf(one), [lead(one, { handedOverAt }), lead(other)])).toEqual({
    lead: lead(other),
  });
  // Two leads of one winner are no conflict. The shown lead is preferred.
  const second = { ...lead(other), number: one, shown: false };
  expect(judge(digitsOf(one), [second, lead(one)])).toEqual({ lead: lead(one) });
});

it.each([
  [20_000, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3 * 3_600_000, '3 hours ago'],
  [50 * 3_600_000, '2 days ago'],
])('a prize that was handed over %i ms ago says so', (age, ago) => {
  const handedOverAt = new Date(now - age).toISOString();
  expect(judge(digitsOf(1), [lead(1, { handedOverAt })])).toEqual({
    problem: 'already-handed-over',
    sentence: `This prize was already handed over ${ago}`,
  });
});
