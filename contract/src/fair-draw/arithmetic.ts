import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Version, versions } from '../stage.ts';

/**
 * The formulas of the fair draw, `drawbridge/2` and `drawbridge/3`, and nothing else: bytes in, bytes out. Server,
 * browser and command line all use these. `vectors.json` and `vectors-3.json` hold examples made by a second
 * implementation.
 */
export const HASH_BYTES = 32;
export const SALT_BYTES = 16;

/** The first record has this as its previous record. */
export const NO_RECORD = new Uint8Array(HASH_BYTES);
const NO_PRIZE = new Uint8Array(16);

/** The event that records belong to. Its version is fixed when it is created, and is part of every hash. */
export interface Chain {
  eventId: string;
  version: Version;
}

function tag(version: Version, name: string): Uint8Array {
  return utf8ToBytes(`${versions[version]}/${name}\0`);
}

/** What most formulas begin with: their tag and the event. */
function head({ version, eventId }: Chain, name: string): Uint8Array {
  return concatBytes(tag(version, name), idBytes(eventId));
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
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
export function seedOf(secret: Uint8Array, chain: Chain, number: number): Uint8Array {
  return hmac(sha256, secret, concatBytes(head(chain, 'seed'), u32(number)));
}

/** Proves that the seed was fixed before the draw, without revealing it. */
export function commitmentOf(chain: Chain, number: number, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(head(chain, 'commit'), u32(number), seed));
}

/**
 * Represents a lead in public: only someone with the entry code can tell which lead it is. The same in both versions,
 * because phones make codes before they know the event's, and leads move between events.
 */
export function ticketOf(eventId: string, code: Uint8Array): Uint8Array {
  return sha256(concatBytes(head({ version: 2, eventId }, 'ticket'), code));
}

/** What is hashed before the count and the tickets of a person. */
export const personPrefix = (chain: Chain): Uint8Array => head(chain, 'person');

/** What is hashed before the count and the hashes of everyone in a roster. */
export const rosterPrefix = (chain: Chain): Uint8Array => head(chain, 'roster');

/** What is hashed before the number and the code for the salt of a name. */
export const saltPrefix = (chain: Chain): Uint8Array => head(chain, 'salt');

/** What is hashed before the ticket, the salt, the name and the e-mail of a line. */
export const whoPrefix = (chain: Chain): Uint8Array => head(chain, 'winner');

/** What is hashed before the number of a bucket, the count and the entries in it. */
export const bucketPrefix = (chain: Chain): Uint8Array => head(chain, 'bucket');

/** What is hashed before the number of tickets in a register and the hashes of its buckets. */
export const registerPrefix = (chain: Chain): Uint8Array => head(chain, 'register');

/** A person, by their tickets: sorted, one after the other. Since version 3 also by whom a win would name. */
export function personOf(chain: Chain, tickets: Uint8Array, who?: Uint8Array): Uint8Array {
  return personHasher(chain)(tickets, who);
}

/** The same for many people: the prefix is written once, into a buffer that is reused. */
export function personHasher(
  chain: Chain,
): (tickets: Uint8Array, who?: Uint8Array | undefined) => Uint8Array {
  const prefix = personPrefix(chain);
  const start = prefix.length + 4;
  let message = new Uint8Array(0);
  return (tickets, who = NOBODY) => {
    const length = start + tickets.length + who.length;
    if (message.length < length) {
      message = new Uint8Array(length);
      message.set(prefix);
    }
    message.set(u32(tickets.length / HASH_BYTES), prefix.length);
    message.set(tickets, start);
    message.set(who, start + tickets.length);
    return sha256(message.subarray(0, length));
  };
}

const NOBODY = new Uint8Array(0);

/** Hashes a roster person by person, because 100,000 of them are 3 MB. */
export const rosterHasher = (chain: Chain, size: number) =>
  sha256.create().update(concatBytes(rosterPrefix(chain), u32(size)));

/** The salt of a line's name in draw `number`. Computing it takes the entry code of the line's earliest lead. */
export function saltOf(chain: Chain, number: number, code: Uint8Array): Uint8Array {
  return sha256(concatBytes(saltPrefix(chain), u32(number), code)).subarray(0, SALT_BYTES);
}

/** Binds whom a win would name to a line, before anybody knows the winner. */
export function whoOf(
  chain: Chain,
  who: { ticket: Uint8Array; salt: Uint8Array; name: string; email: string | null },
): Uint8Array {
  const { ticket, salt, name, email } = who;
  return sha256(concatBytes(whoPrefix(chain), ticket, salt, text(name), text(email ?? '')));
}

/** Hashes one of a register's 256 buckets. */
export function bucketHashOf(
  chain: Chain,
  bucket: { number: number; count: number; entries: Uint8Array },
): Uint8Array {
  const { number, count, entries } = bucket;
  return sha256(concatBytes(bucketPrefix(chain), Uint8Array.of(number), u32(count), entries));
}

/** What a bucket has of a ticket: its status and, if it is in the draw, the size of its line and whom that names. */
export function registerEntry(
  ticket: Uint8Array,
  status: number,
  line?: { size: number; who: Uint8Array },
): Uint8Array {
  const entry = [ticket, Uint8Array.of(status)];
  if (line) entry.push(u32(line.size), line.who);
  return concatBytes(...entry);
}

/** Sums up the register: the number of its tickets, and the hashes of its 256 buckets one after the other. */
export function registerHashOf(chain: Chain, size: number, buckets: Uint8Array): Uint8Array {
  return sha256(concatBytes(registerPrefix(chain), u32(size), buckets));
}

export interface DrawFacts {
  number: number;
  prizeId: string | null;
  rosterHash: Uint8Array;
  previousRecord: Uint8Array;
}

/** Everything public about a draw of version 2 when the winner is computed. */
export function inputOf(
  chain: Chain,
  facts: DrawFacts & { sealed: boolean; phrase: string },
): Uint8Array {
  return sha256(
    concatBytes(
      head(chain, 'draw'),
      u32(facts.number),
      prizeBytes(facts.prizeId),
      Uint8Array.of(facts.sealed ? 1 : 0),
      facts.rosterHash,
      text(facts.phrase),
      facts.previousRecord,
    ),
  );
}

/** What makes a draw unpredictable: nothing, a phrase of the audience, or a round of a public beacon. */
export type Source = { kind: 'none' | 'phrase' } | { kind: 'beacon'; chain: string; round: number };

function sourceBytes(source: Source): Uint8Array {
  if (source.kind !== 'beacon') return Uint8Array.of(source.kind === 'none' ? 0 : 1);
  return concatBytes(Uint8Array.of(2), hexToBytes(source.chain), u64(source.round));
}

/** Everything about a draw of version 3 that is fixed before anybody can know its winners. */
export function sealHashOf(
  chain: Chain,
  seal: DrawFacts & {
    commitment: Uint8Array;
    prizeName: string | null;
    /** Of the prize; 0 for a general draw. */
    quantity: number;
    /** How many winners this draw gives. */
    winners: number;
    registerHash: Uint8Array;
    /** In milliseconds. */
    at: number;
    source: Source;
  },
): Uint8Array {
  return sha256(
    concatBytes(
      head(chain, 'seal'),
      u32(seal.number),
      seal.commitment,
      prizeBytes(seal.prizeId),
      text(seal.prizeName ?? ''),
      u32(seal.quantity),
      u32(seal.winners),
      seal.rosterHash,
      seal.registerHash,
      u64(seal.at),
      sourceBytes(seal.source),
      seal.previousRecord,
    ),
  );
}

/** What a beacon's signature is worth in a draw. */
export const randomnessOf = (signature: string): Uint8Array => sha256(hexToBytes(signature));

/** What is added to a seal: the beacon's randomness, the phrase of the audience, or nothing. */
export function sealedInputOf(
  sealHash: Uint8Array,
  source: Source['kind'],
  added: { randomness?: Uint8Array; phrase?: string },
): Uint8Array {
  const { randomness = NOBODY, phrase = '' } = added;
  const last = { none: NOBODY, phrase: text(phrase), beacon: randomness }[source];
  return sha256(concatBytes(tag(3, 'draw'), sealHash, last));
}

/**
 * The indexes of the winners' lines in a roster of `size` lines, each drawn from those that are left; each line is
 * equally likely.
 */
export function winnerIndexesOf(
  seed: Uint8Array,
  input: Uint8Array,
  size: number,
  count = 1,
): number[] {
  const draw = drawIndexes(seed, input);
  const winners: number[] = [];
  for (let left = size; left > size - Math.min(size, count); left -= 1) {
    let index = Number(draw(BigInt(left)));
    // Counts on over those that were chosen before.
    for (const chosen of [...winners].sort((one, other) => one - other)) {
      if (chosen <= index) index += 1;
    }
    winners.push(index);
  }
  return winners;
}

/** Gives numbers from 0 to `size - 1` without bias: values that would cause one are rejected. */
export function drawIndexes(seed: Uint8Array, input: Uint8Array): (size: bigint) => bigint {
  const key = hmac(sha256, seed, input);
  let attempt = 0;
  return (size) => {
    if (size < 1n) throw new RangeError('Nobody can win in an empty roster');
    // Values at or above the last whole multiple of `size` would favour the first indexes.
    const limit = (2n ** 64n / size) * size;
    for (;;) {
      const digest = hmac(sha256, key, u32(attempt));
      attempt += 1;
      const value = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
      if (value < limit) return value % size;
    }
  };
}

/** Binds the published name and e-mail to a draw of version 2; without the salt it reveals nothing about them. */
export function winnerHashOf(
  chain: Chain,
  winner: { number: number; salt: Uint8Array; name: string; email: string | null },
): Uint8Array {
  const { number, salt, name, email } = winner;
  return sha256(concatBytes(whoPrefix(chain), u32(number), salt, text(name), text(email ?? '')));
}

/** The hash of a draw's record, which the next record includes. */
export function recordOf(
  { version }: Pick<Chain, 'version'>,
  draw: {
    input: Uint8Array;
    seed: Uint8Array;
    winners: { index: number; person: Uint8Array }[];
    /** In version 2, which names the winner afterwards. */
    winnerHash?: Uint8Array;
  },
): Uint8Array {
  const { input, seed, winners, winnerHash } = draw;
  return sha256(
    concatBytes(
      tag(version, 'record'),
      input,
      seed,
      ...(version === 2 ? [] : [u32(winners.length)]),
      ...winners.flatMap(({ index, person }) => [u32(index), person]),
      ...(winnerHash ? [winnerHash] : []),
    ),
  );
}

/** The hash of a void's record in version 2. */
export function voidRecordOf(chain: Chain, facts: DrawFacts & { reason: string }): Uint8Array {
  return sha256(
    concatBytes(
      head(chain, 'void'),
      u32(facts.number),
      prizeBytes(facts.prizeId),
      facts.rosterHash,
      text(facts.reason),
      facts.previousRecord,
    ),
  );
}

/** The hash of a void's record in version 3. The time is in milliseconds. */
export function voidedSealOf(sealHash: Uint8Array, at: number, reason: string): Uint8Array {
  return sha256(concatBytes(tag(3, 'void'), sealHash, u64(at), text(reason)));
}

/** The hash of a forfeit's record. */
export function forfeitRecordOf(
  chain: Chain,
  forfeit: {
    number: number;
    /** The number of the draw whose winner forfeits and, since version 3, which of its winners, from 0 on. */
    forfeits: number;
    place?: number;
    reason: string;
    previousRecord: Uint8Array;
  },
): Uint8Array {
  const { number, forfeits, place = 0, reason, previousRecord } = forfeit;
  return sha256(
    concatBytes(
      head(chain, 'forfeit'),
      u32(number),
      u32(forfeits),
      ...(chain.version === 2 ? [] : [u32(place)]),
      text(reason),
      previousRecord,
    ),
  );
}

/** The hash of the record that says that a backup was restored. */
export function restoredRecordOf(
  chain: Chain,
  restored: {
    number: number;
    registerHash: Uint8Array;
    reason: string;
    previousRecord: Uint8Array;
  },
): Uint8Array {
  const { number, registerHash, reason, previousRecord } = restored;
  return sha256(
    concatBytes(head(chain, 'restored'), u32(number), registerHash, text(reason), previousRecord),
  );
}
