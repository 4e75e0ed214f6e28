import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { inOneGo, type Steps } from './steps.ts';

/**
 * The formulas of the fair draw, `drawbridge/1`, and nothing else: bytes in, bytes out. Server, browser
 * and command line all use these. `vectors.json` holds examples for a second implementation.
 */
export const HASH_BYTES = 32;
export const ENTRY_BYTES = 16;

/** Stands for the record before the first. */
export const NO_RECORD = new Uint8Array(HASH_BYTES);
const NO_PRIZE = new Uint8Array(16);
const HASH_STEP_BYTES = 64 * 1024;

const tags = {
  seed: tag('seed'),
  commit: tag('commit'),
  ticket: tag('ticket'),
  person: tag('person'),
  roster: tag('roster'),
  draw: tag('draw'),
  record: tag('record'),
  void: tag('void'),
};

function tag(name: string): Uint8Array {
  return utf8ToBytes(`drawbridge/1/${name}\0`);
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** The 16 bytes of a UUID. */
export function idBytes(id: string): Uint8Array {
  return hexToBytes(id.replaceAll('-', ''));
}

const prizeBytes = (prizeId: string | null) => (prizeId === null ? NO_PRIZE : idBytes(prizeId));

/** A text with its length in front, so that it cannot run into what follows. */
function measured(text: string): Uint8Array {
  const bytes = utf8ToBytes(text.normalize('NFC'));
  return concatBytes(u32(bytes.length), bytes);
}

/** What decides draw `number`; known to the server alone until the draw is over. */
export function seedOf(secret: Uint8Array, eventId: string, number: number): Uint8Array {
  return hmac(sha256, secret, concatBytes(tags.seed, idBytes(eventId), u32(number)));
}

/** Shows that the seed was fixed before, and tells nothing of it. */
export function commitmentOf(eventId: string, number: number, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(tags.commit, idBytes(eventId), u32(number), seed));
}

/** What stands for a lead in public: only who holds the entry's bytes can tell which it is. */
export function ticketOf(eventId: string, entry: Uint8Array): Uint8Array {
  return sha256(concatBytes(tags.ticket, idBytes(eventId), entry));
}

/** A person, by the tickets of all their verified leads. */
export function personOf(eventId: string, tickets: readonly Uint8Array[]): Uint8Array {
  return personHasher(eventId)(tickets);
}

/** SHA-256. A server has a faster one than a page, and uses it where there is much to do. */
export type Hash = (message: Uint8Array) => Uint8Array;

/** The same for a long message that comes in parts. */
export interface LongHash {
  update(part: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** `personOf` for many people of one event. */
export function personHasher(
  eventId: string,
  hash: Hash = sha256,
): (tickets: readonly Uint8Array[]) => Uint8Array {
  const start = startOfSingle(eventId);
  // Most people have one ticket, so their message is only made once.
  const single = concatBytes(start, new Uint8Array(HASH_BYTES));
  return (tickets) => {
    const [first] = tickets;
    if (first && tickets.length === 1) {
      single.set(first, start.length);
      return hash(single);
    }
    const sorted = tickets.toSorted(compareBytes);
    return hash(concatBytes(start.subarray(0, -4), u32(sorted.length), ...sorted));
  };
}

/** What is hashed before the ticket of a person who has only one. */
export function startOfSingle(eventId: string): Uint8Array {
  return concatBytes(tags.person, idBytes(eventId), u32(1));
}

/** Everyone in the draw: the hashes of the people, sorted, one after the other. */
export function rosterHashOf(eventId: string, roster: Uint8Array): Uint8Array {
  return inOneGo(hashRoster(eventId, roster));
}

/** The same with pauses: 100,000 people are 3 MB, which keep a phone busy for a while. */
export function* hashRoster(
  eventId: string,
  roster: Uint8Array,
  hash: LongHash = sha256.create(),
): Steps<Uint8Array> {
  hash.update(concatBytes(tags.roster, idBytes(eventId), u32(roster.length / HASH_BYTES)));
  for (let at = 0; at < roster.length; at += HASH_STEP_BYTES) {
    hash.update(roster.subarray(at, at + HASH_STEP_BYTES));
    yield;
  }
  return hash.digest();
}

export interface DrawFacts {
  eventId: string;
  number: number;
  prizeId: string | null;
  rosterHash: Uint8Array;
  previousRecord: Uint8Array;
}

/** All that is public about a draw when the winner is computed. */
export function inputOf(facts: DrawFacts & { phrase: string }): Uint8Array {
  return sha256(
    concatBytes(
      tags.draw,
      idBytes(facts.eventId),
      u32(facts.number),
      prizeBytes(facts.prizeId),
      facts.rosterHash,
      measured(facts.phrase),
      facts.previousRecord,
    ),
  );
}

/** The winner's place in a roster of `size` people; every place is equally likely. */
export function winnerIndexOf(seed: Uint8Array, input: Uint8Array, size: number): number {
  return Number(indexBelow(seed, input, BigInt(size)));
}

/** A number from 0 to `size - 1` without any bias: what would make one is rejected. */
export function indexBelow(seed: Uint8Array, input: Uint8Array, size: bigint): bigint {
  if (size < 1n) throw new RangeError('Nobody can win in an empty roster');
  const key = hmac(sha256, seed, input);
  // What lies above the last whole multiple would favour the first places.
  const fair = (2n ** 64n / size) * size;
  for (let attempt = 0; ; attempt += 1) {
    const digest = hmac(sha256, key, u32(attempt));
    const value = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
    if (value < fair) return value % size;
  }
}

/** What the next draw builds upon. */
export function recordOf(draw: {
  input: Uint8Array;
  seed: Uint8Array;
  winnerIndex: number;
  winner: Uint8Array;
}): Uint8Array {
  return sha256(
    concatBytes(tags.record, draw.input, draw.seed, u32(draw.winnerIndex), draw.winner),
  );
}

/** The record of a sealed draw that was given up. */
export function voidRecordOf(facts: DrawFacts & { reason: string }): Uint8Array {
  return sha256(
    concatBytes(
      tags.void,
      idBytes(facts.eventId),
      u32(facts.number),
      prizeBytes(facts.prizeId),
      facts.rosterHash,
      measured(facts.reason),
      facts.previousRecord,
    ),
  );
}

export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const difference = (left[index] as number) - (right[index] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
