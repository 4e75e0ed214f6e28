import { randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrase, voidInput } from '../draws.ts';
import {
  compareBytes,
  hashRoster,
  indexBelow,
  inputOf,
  rosterHashOf,
  voidRecordOf,
} from './arithmetic.ts';
import { replayVectors, type Vectors } from './replay-vectors.ts';
import { inOneGo } from './steps.ts';
import vectors from './vectors.json' with { type: 'json' };

const facts = {
  eventId: vectors.eventId,
  number: 1,
  prizeId: null,
  rosterHash: new Uint8Array(32),
  previousRecord: new Uint8Array(32),
};

describe('the vectors of an independent implementation', () => {
  const replayed = replayVectors(vectors);
  for (const part of Object.keys(vectors) as (keyof Vectors)[]) {
    it(`come out the same: ${part}`, () => expect(replayed[part]).toEqual(vectors[part]));
  }

  it('have a draw that rejects its first number', () => {
    const { seed, input, size, index } = vectors.indexes.at(-1) as Vectors['indexes'][number];
    expect(BigInt(size)).toBe(2n ** 63n + 1n);
    // Nearly half of all numbers lie above the last whole multiple here; taken, they would give this.
    expect(String(firstNumber(seed, input) % BigInt(size))).not.toBe(index);
    expect(firstNumber(seed, input)).toBeGreaterThanOrEqual(BigInt(size));
  });
});

/** What draws would take if nothing were ever rejected: with 2^64 places, everything is fair. */
function firstNumber(seed: string, input: string): bigint {
  return indexBelow(hexToBytes(seed), hexToBytes(input), 2n ** 64n);
}

describe('the index', () => {
  it('is below the size, and is the first number that is not rejected', () => {
    const size = 2n ** 63n + 1n;
    let rejected = 0;
    for (let n = 0; n < 500; n += 1) {
      const [seed, input] = [randomBytes(32), randomBytes(32)];
      const index = indexBelow(seed, input, size);
      expect(index).toBeLessThan(size);
      const first = firstNumber(bytesToHex(seed), bytesToHex(input));
      if (first < size) {
        expect(index).toBe(first);
      } else {
        rejected += 1;
        expect(index).not.toBe(first - size);
      }
    }
    // About half of them: fewer than 100 of 500 happens once in 10^40 times.
    expect(rejected).toBeGreaterThan(100);
  });

  it('cannot be drawn from nobody', () => {
    expect(() => indexBelow(randomBytes(32), randomBytes(32), 0n)).toThrow(RangeError);
  });
});

describe('what people call out', () => {
  const composed = 'caf\u00e9 \u1e9b\u0323';
  const decomposed = composed.normalize('NFD');

  it('counts the same, however its letters were typed', () => {
    expect(decomposed).not.toBe(composed);
    expect(phrase.parse(decomposed)).toBe(composed.normalize('NFC'));
    expect(inputOf({ ...facts, phrase: decomposed })).toEqual(
      inputOf({ ...facts, phrase: composed }),
    );
    expect(voidInput.parse({ reason: ` ${decomposed} ` })).toEqual({
      reason: composed.normalize('NFC'),
    });
    expect(voidRecordOf({ ...facts, reason: decomposed })).toEqual(
      voidRecordOf({ ...facts, reason: composed }),
    );
  });

  it('counts to the letter otherwise: case, spaces and look-alikes', () => {
    const phrases = ['', ' ', 'abba', 'Abba', 'abba ', 'ab ba', 'abbа', 'ﬁn', 'fin'];
    const inputs = phrases.map((text) => bytesToHex(inputOf({ ...facts, phrase: text })));
    expect(new Set(inputs).size).toBe(phrases.length);
    for (const text of phrases) expect(phrase.parse(text)).toBe(text);
  });

  it('has at most 200 bytes, in which a letter may take four', () => {
    expect(phrase.safeParse('x'.repeat(200)).success).toBe(true);
    expect(phrase.safeParse('x'.repeat(201)).error?.issues[0]?.message).toBe(
      'The phrase is too long',
    );
    expect(phrase.safeParse('🎟'.repeat(50)).success).toBe(true);
    expect(phrase.safeParse('🎟'.repeat(51)).success).toBe(false);
    // Counted as it is hashed: decomposed, this is twice as long.
    expect(phrase.safeParse('e\u0301'.repeat(100)).success).toBe(true);
  });

  it('has no characters that nobody can call', () => {
    for (const text of ['a\u0000', 'a\nb', '\ud800', '\u0085']) {
      expect(phrase.safeParse(text).success).toBe(false);
    }
    expect(voidInput.safeParse({ reason: '   ' }).success).toBe(false);
    expect(voidInput.safeParse({ reason: 'x'.repeat(201) }).success).toBe(false);
  });
});

describe('bytes', () => {
  it('are in the order of their hex', () => {
    const some = fc.uint8Array({ maxLength: 3 });
    fc.assert(
      fc.property(some, some, (left, right) => {
        const [a, b] = [bytesToHex(left), bytesToHex(right)];
        expect(Math.sign(compareBytes(left, right))).toBe(a < b ? -1 : Number(a > b));
      }),
    );
  });

  it('of a large roster are hashed with pauses', () => {
    const roster = randomBytes(32 * 5000);
    const steps = hashRoster(vectors.eventId, roster);
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBe(Math.ceil((32 * 5000) / 65_536));
    expect(inOneGo(hashRoster(vectors.eventId, roster))).toEqual(
      rosterHashOf(vectors.eventId, roster),
    );
  });
});
