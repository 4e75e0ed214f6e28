import { randomBytes } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { compareBytes, HASH_BYTES, personHasher, personOf, rosterHashOf } from './arithmetic.ts';
import { buildRoster, hashAt, sortedOrder } from './roster.ts';
import { inOneGo } from './steps.ts';
import vectors from './vectors.json' with { type: 'json' };

const { eventId } = vectors;

function joined(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) bytes.set(hash, index * HASH_BYTES);
  return bytes;
}

/** A hash that begins with these bytes. */
function hashWith(...beginning: number[]): Uint8Array {
  const hash = new Uint8Array(randomBytes(HASH_BYTES));
  hash.set(beginning);
  return hash;
}

function plainOrder(hashes: readonly Uint8Array[]): number[] {
  return hashes
    .map((_, index) => index)
    .sort((a, b) => compareBytes(hashes[a] as Uint8Array, hashes[b] as Uint8Array));
}

describe('a roster', () => {
  it('holds everybody once, by their hash, in ascending order', () => {
    const people = Array.from({ length: 3000 }, () =>
      Array.from({ length: 1 + ((randomBytes(1)[0] as number) % 3) }, () => hashWith()),
    );
    const roster = inOneGo(buildRoster(eventId, people, personHasher(eventId)));
    const hashes = people.map((tickets) => bytesToHex(personOf(eventId, tickets)));
    const places = hashes.map((_, place) => bytesToHex(hashAt(roster.hashes, place)));
    expect(places).toEqual(hashes.toSorted());
    expect(roster.order.map((index) => hashes[index])).toEqual(places);
    expect(roster.hash).toEqual(rosterHashOf(eventId, roster.hashes));
  });

  it('of nobody is empty', () => {
    const roster = inOneGo(buildRoster(eventId, [], personHasher(eventId)));
    expect(roster).toMatchObject({ hashes: new Uint8Array(), order: [] });
  });

  it('does not depend on the order of the people or of their tickets', () => {
    const people = Array.from({ length: 50 }, () => [hashWith(), hashWith(), hashWith()]);
    const otherwise = people.toReversed().map((tickets) => tickets.toReversed());
    const [one, other] = [people, otherwise].map((given) =>
      inOneGo(buildRoster(eventId, given, personHasher(eventId))),
    );
    expect(other?.hashes).toEqual(one?.hashes);
  });

  it('is made with pauses', () => {
    const people = Array.from({ length: 5000 }, () => [hashWith()]);
    const steps = buildRoster(eventId, people, personHasher(eventId));
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBeGreaterThanOrEqual(5);
  });
});

describe('sorting hashes', () => {
  const edges = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];
  const cases: [string, () => Uint8Array[]][] = [
    ['one', () => [hashWith()]],
    ['two', () => [hashWith(2), hashWith(1)]],
    ['a power of two', () => Array.from({ length: 256 }, () => hashWith())],
    ['one more than that', () => Array.from({ length: 257 }, () => hashWith())],
    ['many', () => Array.from({ length: 20_000 }, () => hashWith())],
    [
      'the lowest and the highest beginnings',
      () => edges.flatMap((a) => edges.map((b) => hashWith(a, b))),
    ],
    ['the same 4 bytes', () => Array.from({ length: 300 }, () => hashWith(0xff, 0xff, 0xff, 0xff))],
    [
      'the same 4 bytes, two ways, mixed',
      () => Array.from({ length: 300 }, (_, n) => hashWith(9, 9, 9, 8 + (n % 2))),
    ],
    [
      'all bytes the same but the last',
      () =>
        Array.from({ length: 200 }, (_, n) =>
          new Uint8Array(HASH_BYTES).fill(7, 0, 31).fill(199 - n, 31),
        ),
    ],
    [
      'already in descending order',
      () =>
        Array.from({ length: 5000 }, () => hashWith())
          .sort(compareBytes)
          .reverse(),
    ],
  ];
  for (const [name, make] of cases) {
    it(`is the same as by comparing each with each: ${name}`, () => {
      const hashes = make();
      expect(inOneGo(sortedOrder(joined(hashes)))).toEqual(plainOrder(hashes));
    });
  }

  it('works on a part of a larger buffer', () => {
    const hashes = Array.from({ length: 100 }, () => hashWith());
    const buffer = new Uint8Array(HASH_BYTES * 100 + 8);
    buffer.set(joined(hashes), 8);
    expect(inOneGo(sortedOrder(buffer.subarray(8)))).toEqual(plainOrder(hashes));
  });
});
