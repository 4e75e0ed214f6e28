import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { replayVectors, type Vectors } from '../../vectors/replay-vectors.ts';
import { hasPython, makeVectors } from '../../vectors/second-implementation.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };
import { randomnessOf } from './sealed/seal.ts';
import { numbersBelow } from './winners.ts';

const vectors = given as Vectors;

describe('the vectors of a second implementation', () => {
  const replayed = replayVectors(vectors);
  for (const part of Object.keys(vectors) as (keyof Vectors)[]) {
    it(`come out the same: ${part}`, () => expect(replayed[part]).toEqual(vectors[part]));
  }

  it('come out the same to the last byte of the proof file', () => {
    expect(JSON.stringify(replayed.proof)).toBe(JSON.stringify(vectors.proof));
  });

  it.skipIf(!hasPython)('are those that it makes now', () => {
    const file = new URL('../../vectors/vectors.json', import.meta.url);
    expect(makeVectors() === readFileSync(file, 'utf8')).toBe(true);
  });

  it('have a draw that rejects its first number', () => {
    const { key, total, number } = vectors.numbers.at(-1) as Vectors['numbers'][number];
    expect(BigInt(total)).toBe(2n ** 63n + 1n);
    // A total of 2^64 rejects nothing. Nearly half of all numbers lie above the last whole multiple of this total.
    const first = numbersBelow(hexToBytes(key))(2n ** 64n);
    expect(first).toBeGreaterThanOrEqual(BigInt(total));
    expect(String(first % BigInt(total))).not.toBe(number);
  });

  it('have the randomness that drand published with its signature', () => {
    const beacons = vectors.proof.draws.flatMap((record) =>
      'beacon' in record && record.beacon ? [bytesToHex(randomnessOf(record.beacon))] : [],
    );
    expect(beacons).toEqual([
      'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
      'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    ]);
  });
});
