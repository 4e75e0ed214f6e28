import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { compareHashes, eventTag, HASH_BYTES, hashAt, u8, u32 } from './bytes.ts';
import { type Line, lineAt, lineOfTicket, type Roster, type TicketIndex } from './roster.ts';
import { type ExclusionReason, exclusionReasons } from './scheme.ts';

export const BUCKETS = 256;

/** The tickets that are not in a draw, by reason. Each list is in ascending order. */
export type Exclusions = Record<ExclusionReason, Uint8Array>;

/** Every ticket that an event has or had, in ascending order. */
export interface Register {
  tickets: Uint8Array;
  hash: Uint8Array;
  /** True if the tickets are in ascending order and each of them occurs once. */
  sorted: boolean;
}

// PostgreSQL computes the same hashes from these prefixes.
export const bucketPrefix = (eventId: string): Uint8Array => eventTag('bucket', eventId);
export const registerPrefix = (eventId: string): Uint8Array => eventTag('register', eventId);

/** Returns a function that hashes a register's buckets, one of 256 at a time. */
export function bucketHasher(eventId: string) {
  const prefix = bucketPrefix(eventId);
  return (bucket: { number: number; count: number; entries: Uint8Array }): Uint8Array =>
    sha256(concatBytes(prefix, u8(bucket.number), u32(bucket.count), bucket.entries));
}

/** The bytes of a ticket in its bucket: its status and, if it is in the draw, its line. */
export function registerEntry(ticket: Uint8Array, status: number, line?: Line): Uint8Array {
  if (!line) return concatBytes(ticket, u8(status));
  const size = line.tickets.length / HASH_BYTES;
  return concatBytes(ticket, u8(status), u32(size), line.nameHash, u32(line.chances));
}

/** Sums up the register: the number of its tickets, and the hashes of its 256 buckets one after the other. */
export function registerHashOf(eventId: string, size: number, buckets: Uint8Array): Uint8Array {
  return sha256(concatBytes(registerPrefix(eventId), u32(size), buckets));
}

/** Builds the register of a draw from its roster and the excluded tickets. */
export function registerOf(
  eventId: string,
  { roster, register }: { roster: Roster; register: Exclusions },
  index: TicketIndex,
): Register {
  /** The lists by status. */
  const lists = [roster.tickets, ...exclusionReasons.map((reason) => register[reason])];
  const next = lists.map(() => 0);
  /** The index of the next ticket in a list. The tickets of a roster are not stored in ascending order. */
  const indexIn = (status: number) => {
    const at = next[status] as number;
    return status === 0 ? (index.order[at] as number) : at;
  };
  const size = lists.reduce((sum, list) => sum + list.length / HASH_BYTES, 0);
  const tickets = new Uint8Array(size * HASH_BYTES);
  const buckets = Array.from({ length: BUCKETS }, (): Uint8Array[] => []);
  let sorted = true;
  for (let ticketIndex = 0; ticketIndex < size; ticketIndex += 1) {
    let status = -1;
    let ticket: Uint8Array = tickets;
    for (const [each, list] of lists.entries()) {
      if ((next[each] as number) * HASH_BYTES >= list.length) continue;
      const candidate = hashAt(list, indexIn(each));
      if (status < 0 || compareHashes(candidate, ticket) < 0) [status, ticket] = [each, candidate];
    }
    const line = status === 0 ? lineAt(roster, lineOfTicket(roster, indexIn(0))) : undefined;
    buckets[ticket[0] as number]?.push(registerEntry(ticket, status, line));
    if (ticketIndex > 0 && compareHashes(hashAt(tickets, ticketIndex - 1), ticket) >= 0)
      sorted = false;
    tickets.set(ticket, ticketIndex * HASH_BYTES);
    next[status] = (next[status] as number) + 1;
  }
  const hashes = new Uint8Array(BUCKETS * HASH_BYTES);
  const hashBucket = bucketHasher(eventId);
  for (const [number, bucket] of buckets.entries()) {
    const entries = concatBytes(...bucket);
    const hash = hashBucket({ number, count: bucket.length, entries });
    hashes.set(hash, number * HASH_BYTES);
  }
  return { tickets, hash: registerHashOf(eventId, size, hashes), sorted };
}

/** True if every ticket of the first list is in the second. Both are in ascending order. */
export function includesAll(some: Uint8Array, all: Uint8Array): boolean {
  let at = 0;
  for (let index = 0; index < some.length / HASH_BYTES; index += 1) {
    const ticket = hashAt(some, index);
    while (at < all.length / HASH_BYTES && compareHashes(hashAt(all, at), ticket) < 0) at += 1;
    if (at >= all.length / HASH_BYTES || compareHashes(hashAt(all, at), ticket) !== 0) return false;
  }
  return true;
}

/** The entry of a ticket in a register: its status and, if it is in the draw, facts about its line. */
export interface Registered {
  status: number;
  line: { size: number; nameHash: Uint8Array; chances: number } | undefined;
}

/**
 * Finds a ticket in its bucket, for a phone that loads no more than that. Returns undefined if it is not there, and
 * throws if the bucket does not belong to the register's hash.
 */
export function findRegistered(
  eventId: string,
  register: { hash: string; size: number; buckets: string[] },
  bucket: { count: number; entries: string },
  ticket: Uint8Array,
): Registered | undefined {
  const number = ticket[0] as number;
  const entries = hexToBytes(bucket.entries);
  const hashes = hexToBytes(register.buckets.join(''));
  const bucketHash = bucketHasher(eventId)({ number, count: bucket.count, entries });
  const whole = registerHashOf(eventId, register.size, hashes);
  if (
    hashes.length !== BUCKETS * HASH_BYTES ||
    compareHashes(bucketHash, hashAt(hashes, number)) !== 0 ||
    compareHashes(whole, hexToBytes(register.hash)) !== 0
  ) {
    throw new Error('The bucket is not part of the register');
  }
  const numbers = new DataView(entries.buffer, entries.byteOffset);
  for (let at = 0; at < entries.length; ) {
    const status = entries[at + HASH_BYTES] as number;
    const line = at + HASH_BYTES + 1;
    if (compareHashes(entries.subarray(at, at + HASH_BYTES), ticket) === 0) {
      if (status > 0) return { status, line: undefined };
      const nameHash = entries.subarray(line + 4, line + 4 + HASH_BYTES);
      const size = numbers.getUint32(line);
      return {
        status,
        line: { size, nameHash, chances: numbers.getUint32(line + 4 + HASH_BYTES) },
      };
    }
    at = status === 0 ? line + 8 + HASH_BYTES : line;
  }
  return undefined;
}
