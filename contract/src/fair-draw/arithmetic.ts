import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { SCHEME } from '../stage.ts';

/**
 * The formulas of the fair draw, `drawbridge/2`, and nothing else: bytes in, bytes out. Server, browser
 * and command line all use these. `vectors.json` holds examples made by a second implementation.
 */
export const HASH_BYTES = 32;
export const SALT_BYTES = 16;

/** The first record has this as its previous record. */
export const NO_RECORD = new Uint8Array(HASH_BYTES);
const NO_PRIZE = new Uint8Array(16);

const tags = {
  seed: tag('seed'),
  commit: tag('commit'),
  ticket: tag('ticket'),
  person: tag('person'),
  roster: tag('roster'),
  draw: tag('draw'),
  winner: tag('winner'),
  record: tag('record'),
  void: tag('void'),
  forfeit: tag('forfeit'),
};

function tag(name: string): Uint8Array {
  return utf8ToBytes(`${SCHEME}/${name}\0`);
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

/** A length-prefixed text, so that it cannot run into what follows. */
function text(value: string): Uint8Array {
  const bytes = utf8ToBytes(value.normalize('NFC'));
  return concatBytes(u32(bytes.length), bytes);
}

/** The seed of record `number`, which only the server knows until the record is published. */
export function seedOf(secret: Uint8Array, eventId: string, number: number): Uint8Array {
  return hmac(sha256, secret, concatBytes(tags.seed, idBytes(eventId), u32(number)));
}

/** Proves that the seed was fixed before the draw, without revealing it. */
export function commitmentOf(eventId: string, number: number, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(tags.commit, idBytes(eventId), u32(number), seed));
}

/** Represents a lead in public: only someone with the entry code can tell which lead it is. */
export function ticketOf(eventId: string, code: Uint8Array): Uint8Array {
  return sha256(concatBytes(tags.ticket, idBytes(eventId), code));
}

/** What is hashed before the count and the tickets of a person. */
export function personPrefix(eventId: string): Uint8Array {
  return concatBytes(tags.person, idBytes(eventId));
}

/** What is hashed before the count and the hashes of everyone in a roster. */
export function rosterPrefix(eventId: string): Uint8Array {
  return concatBytes(tags.roster, idBytes(eventId));
}

/** A person, by their tickets: sorted, one after the other. */
export function personOf(eventId: string, tickets: Uint8Array): Uint8Array {
  return personHasher(eventId)(tickets);
}

/** The same for many people: the prefix is written once, into a buffer that is reused. */
export function personHasher(eventId: string): (tickets: Uint8Array) => Uint8Array {
  const prefix = personPrefix(eventId);
  const start = prefix.length + 4;
  let message = new Uint8Array(0);
  return (tickets) => {
    const length = start + tickets.length;
    if (message.length < length) {
      message = new Uint8Array(length);
      message.set(prefix);
    }
    message.set(u32(tickets.length / HASH_BYTES), prefix.length);
    message.set(tickets, start);
    return sha256(message.subarray(0, length));
  };
}

/** Hashes a roster person by person, because 100,000 of them are 3 MB. */
export function rosterHasher(eventId: string, size: number) {
  const hash = sha256.create().update(concatBytes(rosterPrefix(eventId), u32(size)));
  return {
    add: (person: Uint8Array) => void hash.update(person),
    digest: () => hash.digest(),
  };
}

export interface DrawFacts {
  eventId: string;
  number: number;
  prizeId: string | null;
  rosterHash: Uint8Array;
  previousRecord: Uint8Array;
}

/** Everything public about a draw when the winner is computed. */
export function inputOf(facts: DrawFacts & { sealed: boolean; phrase: string }): Uint8Array {
  return sha256(
    concatBytes(
      tags.draw,
      idBytes(facts.eventId),
      u32(facts.number),
      prizeBytes(facts.prizeId),
      Uint8Array.of(facts.sealed ? 1 : 0),
      facts.rosterHash,
      text(facts.phrase),
      facts.previousRecord,
    ),
  );
}

/** The index of the winner's line in a roster of `size` lines; each is equally likely. */
export function winnerIndexOf(seed: Uint8Array, input: Uint8Array, size: number): number {
  return Number(indexBelow(seed, input, BigInt(size)));
}

/** A number from 0 to `size - 1` without bias: values that would cause one are rejected. */
export function indexBelow(seed: Uint8Array, input: Uint8Array, size: bigint): bigint {
  if (size < 1n) throw new RangeError('Nobody can win in an empty roster');
  const key = hmac(sha256, seed, input);
  // Values at or above the last whole multiple of `size` would favour the first indexes.
  const limit = (2n ** 64n / size) * size;
  for (let attempt = 0; ; attempt += 1) {
    const digest = hmac(sha256, key, u32(attempt));
    const value = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
    if (value < limit) return value % size;
  }
}

/** Binds the published name and e-mail to the draw; without the salt it reveals nothing about them. */
export function winnerHashOf(winner: {
  eventId: string;
  number: number;
  salt: Uint8Array;
  name: string;
  email: string | null;
}): Uint8Array {
  return sha256(
    concatBytes(
      tags.winner,
      idBytes(winner.eventId),
      u32(winner.number),
      winner.salt,
      text(winner.name),
      text(winner.email ?? ''),
    ),
  );
}

/** The hash of a draw's record, which the next record includes. */
export function recordOf(draw: {
  input: Uint8Array;
  seed: Uint8Array;
  winnerIndex: number;
  person: Uint8Array;
  winnerHash: Uint8Array;
}): Uint8Array {
  return sha256(
    concatBytes(
      tags.record,
      draw.input,
      draw.seed,
      u32(draw.winnerIndex),
      draw.person,
      draw.winnerHash,
    ),
  );
}

/** The hash of a void's record. */
export function voidRecordOf(facts: DrawFacts & { reason: string }): Uint8Array {
  return sha256(
    concatBytes(
      tags.void,
      idBytes(facts.eventId),
      u32(facts.number),
      prizeBytes(facts.prizeId),
      facts.rosterHash,
      text(facts.reason),
      facts.previousRecord,
    ),
  );
}

/** The hash of a forfeit's record. */
export function forfeitRecordOf(forfeit: {
  eventId: string;
  number: number;
  /** The number of the draw whose winner forfeits. */
  forfeits: number;
  reason: string;
  previousRecord: Uint8Array;
}): Uint8Array {
  return sha256(
    concatBytes(
      tags.forfeit,
      idBytes(forfeit.eventId),
      u32(forfeit.number),
      u32(forfeit.forfeits),
      text(forfeit.reason),
      forfeit.previousRecord,
    ),
  );
}
