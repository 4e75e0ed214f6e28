import { expect, it } from 'vitest';
import { HANDOVER_STEP_MS, handoverCodes, handoverText, readHandover } from './handover.ts';

const eventId = '60ab6b1b-9224-4812-aa86-b3f7bf30352c';
const entry = Uint8Array.from({ length: 16 }, (_, index) => index);
const now = 1_800_000_000_000;

it('the codes of an entry last for ten seconds, and are those of nobody else', () => {
  const codes = handoverCodes(eventId, entry, now);
  expect(codes.digits).toMatch(/^\d{6}$/);
  expect(handoverCodes(eventId, entry, now + HANDOVER_STEP_MS - 1)).toEqual(codes);
  for (const others of [
    handoverCodes(eventId, entry, now + HANDOVER_STEP_MS),
    handoverCodes(eventId, entry.toReversed(), now),
    handoverCodes(eventId.replace('6', '7'), entry, now),
  ]) {
    expect(others.digits).not.toBe(codes.digits);
    expect(others.proof).not.toBe(codes.proof);
  }
});

it('the text of the QR code and typed digits are read, and nothing else', () => {
  const { proof } = handoverCodes(eventId, entry, now);
  const text = handoverText(eventId, 'abcdef0123', proof);
  expect(text).toMatch(/^[0-9A-Z/-]+$/);
  expect(readHandover(text)).toEqual({ eventId, ticket: 'abcdef01', proof });
  expect(readHandover(' 012 345 ')).toEqual({ digits: '012345' });
  for (const wrong of ['', '12345', '1234567', `${text}/1`, text.slice(1), text.slice(0, -1)]) {
    expect(readHandover(wrong)).toBeUndefined();
  }
});
