import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { Vectors } from '../../vectors/replay-vectors.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };
import { forfeitInput, voidInput } from '../raffle/drawing.ts';
import { phrase } from './draws.ts';
import { forfeitRecordOf, restoredRecordOf, voidRecordOf } from './records.ts';
import { inputOf, publishedSealHash } from './sealed/seal.ts';
import { nameHashOf } from './tickets.ts';

const { eventId, sealed } = (given as Vectors).proof;
const zeros = new Uint8Array(32);
const record = { number: 2, forfeits: 1, place: 0, registerHash: zeros, previousRecord: zeros };
const lead = { ticket: zeros, salt: zeros.subarray(16), email: null };

/** Every hash of a text. */
const hashesOf: ((text: string) => Uint8Array)[] = [
  (text) => inputOf(zeros, { kind: 'phrase', phrase: text }),
  (text) => voidRecordOf(zeros, 0, text),
  (text) => forfeitRecordOf(eventId, { ...record, reason: text }),
  (text) => restoredRecordOf(eventId, { ...record, reason: text }),
  (text) => nameHashOf(eventId, { ...lead, name: text }),
  (text) =>
    publishedSealHash(eventId, { ...(sealed as NonNullable<typeof sealed>), prizeName: text }),
];

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
    for (const hashOf of hashesOf) {
      expect(hashOf(decomposed)).toEqual(hashOf(composed));
      expect(hashOf(`${composed}.`)).not.toEqual(hashOf(composed));
    }
  });

  it('count to the letter otherwise: case, spaces and look-alikes', () => {
    const texts = ['', ' ', 'abba', 'Abba', 'abba ', 'ab ba', 'abbа', 'ﬁn', 'fin'];
    for (const hashOf of hashesOf) {
      expect(new Set(texts.map((text) => bytesToHex(hashOf(text)))).size).toBe(texts.length);
    }
  });

  it('cannot run into the bytes that follow them', () => {
    const hashOf = (name: string, email: string) =>
      bytesToHex(nameHashOf(eventId, { ...lead, name, email }));
    expect(hashOf('a', 'bc')).not.toBe(hashOf('ab', 'c'));
  });

  it('that are reasons have 1 to 200 characters', () => {
    for (const input of [voidInput, forfeitInput]) {
      expect(input.safeParse({ reason: '   ' }).success).toBe(false);
      expect(input.safeParse({ reason: 'x'.repeat(201) }).success).toBe(false);
    }
  });
});

it('no phrase is not an empty one', () => {
  expect(inputOf(zeros, { kind: 'none' })).not.toEqual(
    inputOf(zeros, { kind: 'phrase', phrase: '' }),
  );
});
