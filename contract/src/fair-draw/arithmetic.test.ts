import { randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { replayVectors, type Vectors } from '../../vectors/replay-vectors.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };
import { forfeitInput, phrase, voidInput } from '../draws.ts';
import { drawIndexes, forfeitRecordOf, inputOf, voidRecordOf, winnerHashOf } from './arithmetic.ts';
import { checkProof } from './check.ts';
import { mismatchesIn } from './comparison.ts';
import { readProof } from './proof.ts';

const vectors = given as Vectors;

const chain = { eventId: vectors.eventId, version: 2 } as const;
const facts = {
  number: 1,
  prizeId: null,
  sealed: false,
  rosterHash: new Uint8Array(32),
  previousRecord: new Uint8Array(32),
};

describe('the vectors of a second implementation', () => {
  const replayed = replayVectors(vectors);
  for (const part of Object.keys(vectors) as (keyof Vectors)[]) {
    it(`come out the same: ${part}`, () => expect(replayed[part]).toEqual(vectors[part]));
  }

  it('are a proof that checks out', () => {
    const read = readProof(JSON.stringify(vectors.proof));
    if ('problem' in read) throw new Error(read.problem);
    const verdict = checkProof(read.data);
    expect([verdict, ...verdict.draws].flatMap(mismatchesIn)).toEqual([]);
    expect(verdict.ok).toBe(true);
  });

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
  return drawIndexes(hexToBytes(seed), hexToBytes(input))(2n ** 64n);
}

describe('the index', () => {
  it('is below the size, and is the first number that is not rejected', () => {
    const size = 2n ** 63n + 1n;
    let rejected = 0;
    for (let n = 0; n < 500; n += 1) {
      const [seed, input] = [randomBytes(32), randomBytes(32)];
      const index = drawIndexes(seed, input)(size);
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
    expect(() => drawIndexes(randomBytes(32), randomBytes(32))(0n)).toThrow(RangeError);
  });
});

describe('texts', () => {
  const composed = 'caf\u00e9 \u1e9b\u0323';
  const decomposed = composed.normalize('NFD');

  it('count the same, however their letters were typed', () => {
    expect(decomposed).not.toBe(composed);
    expect(phrase.parse(decomposed)).toBe(composed.normalize('NFC'));
    for (const input of [voidInput, forfeitInput]) {
      expect(input.parse({ reason: ` ${decomposed} ` })).toEqual({
        reason: composed.normalize('NFC'),
      });
    }
    const salt = new Uint8Array(16);
    for (const hashOf of [
      (text: string) => inputOf(chain, { ...facts, phrase: text }),
      (text: string) => voidRecordOf(chain, { ...facts, reason: text }),
      (text: string) => forfeitRecordOf(chain, { ...facts, forfeits: 1, reason: text }),
      (text: string) => winnerHashOf(chain, { ...facts, salt, name: text, email: null }),
    ]) {
      expect(hashOf(decomposed)).toEqual(hashOf(composed));
      expect(hashOf(`${composed}.`)).not.toEqual(hashOf(composed));
    }
  });

  it('count to the letter otherwise: case, spaces and look-alikes', () => {
    const phrases = ['', ' ', 'abba', 'Abba', 'abba ', 'ab ba', 'abbа', 'ﬁn', 'fin'];
    const inputs = phrases.map((text) => bytesToHex(inputOf(chain, { ...facts, phrase: text })));
    expect(new Set(inputs).size).toBe(phrases.length);
    for (const text of phrases) expect(phrase.parse(text)).toBe(text);
  });

  it('cannot run into what follows them', () => {
    const salt = new Uint8Array(16);
    const one = winnerHashOf(chain, { ...facts, salt, name: 'ab', email: 'c' });
    expect(winnerHashOf(chain, { ...facts, salt, name: 'a', email: 'bc' })).not.toEqual(one);
  });

  it('that are phrases have at most 200 bytes, in which a letter may take four', () => {
    expect(phrase.safeParse('x'.repeat(200)).success).toBe(true);
    expect(phrase.safeParse('x'.repeat(201)).error?.issues[0]?.message).toBe(
      'The phrase is too long',
    );
    expect(phrase.safeParse('🎟'.repeat(50)).success).toBe(true);
    expect(phrase.safeParse('🎟'.repeat(51)).success).toBe(false);
    // Counted as it is hashed: decomposed, this is twice as long.
    expect(phrase.safeParse('e\u0301'.repeat(100)).success).toBe(true);
  });

  it('have no characters that nobody can call', () => {
    for (const text of ['a\u0000', 'a\nb', '\ud800', '\u0085']) {
      expect(phrase.safeParse(text).success).toBe(false);
    }
    for (const input of [voidInput, forfeitInput]) {
      expect(input.safeParse({ reason: '   ' }).success).toBe(false);
      expect(input.safeParse({ reason: 'x'.repeat(201) }).success).toBe(false);
    }
  });
});
