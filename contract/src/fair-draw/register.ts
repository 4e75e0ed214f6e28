import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { outsideKinds } from '../stage.ts';
import {
  bucketHashOf,
  type Chain,
  HASH_BYTES,
  registerEntry,
  registerHashOf,
} from './arithmetic.ts';
import type { RegisterLines } from './proof.ts';
import { compareHashes, hashAt, lineOfTicket, type TicketIndex } from './roster.ts';

export const BUCKETS = 256;

/** Every ticket that an event has or had, in order, with its status. */
export interface Register {
  tickets: Uint8Array;
  hash: Uint8Array;
  /** Whether the tickets are in order and each of them is there once. */
  sorted: boolean;
}

/** Puts the register of a draw together from its roster and the tickets outside of it. */
export function registerOf(chain: Chain, lines: RegisterLines, index: TicketIndex): Register {
  const { roster, names, outside } = lines;
  const lists = [roster.tickets, ...outsideKinds.map((kind) => outside[kind])];
  const at = lists.map(() => 0);
  const size = lists.reduce((sum, list) => sum + list.length / HASH_BYTES, 0);
  /** The next ticket of a list; those of the roster are not stored in order. */
  const placeIn = (list: number) => (list === 0 ? index.order[at[0] as number] : at[list]) ?? 0;
  const nextIn = (list: number) => hashAt(lists[list] as Uint8Array, placeIn(list));
  const tickets = new Uint8Array(size * HASH_BYTES);
  const buckets = Array.from({ length: BUCKETS }, (): Uint8Array[] => []);
  let sorted = true;
  for (let place = 0; place < size; place += 1) {
    let status = -1;
    for (const [list, { length }] of lists.entries()) {
      if ((at[list] as number) * HASH_BYTES >= length) continue;
      if (status < 0 || compareHashes(nextIn(list), nextIn(status)) < 0) status = list;
    }
    const ticket = nextIn(status);
    const line = status === 0 ? lineOfTicket(roster, placeIn(0)) : undefined;
    const start = line === undefined || line === 0 ? 0 : (roster.ends[line - 1] as number);
    const entry =
      line === undefined
        ? registerEntry(ticket, status)
        : registerEntry(ticket, 0, {
            size: (roster.ends[line] as number) - start,
            who: hashAt(names, line),
          });
    buckets[ticket[0] as number]?.push(entry);
    if (place > 0 && compareHashes(hashAt(tickets, place - 1), ticket) >= 0) sorted = false;
    tickets.set(ticket, place * HASH_BYTES);
    at[status] = (at[status] as number) + 1;
  }
  const hashes = new Uint8Array(BUCKETS * HASH_BYTES);
  for (const [number, bucket] of buckets.entries()) {
    const entries = concatBytes(...bucket);
    const hash = bucketHashOf(chain, { number, count: bucket.length, entries });
    hashes.set(hash, number * HASH_BYTES);
  }
  return { tickets, hash: registerHashOf(chain, size, hashes), sorted };
}

/** Whether every ticket of the first list is in the second; both are in order. */
export function includesAll(some: Uint8Array, all: Uint8Array): boolean {
  let at = 0;
  for (let place = 0; place < some.length / HASH_BYTES; place += 1) {
    const ticket = hashAt(some, place);
    while (at < all.length / HASH_BYTES && compareHashes(hashAt(all, at), ticket) < 0) at += 1;
    if (at >= all.length / HASH_BYTES || compareHashes(hashAt(all, at), ticket) !== 0) return false;
  }
  return true;
}

/** What a register says of a ticket: its status and, if it is in the draw, its line. */
export interface Registered {
  status: number;
  line: { size: number; who: Uint8Array } | undefined;
}

/**
 * Finds a ticket in its bucket, for a phone that loads no more than that. Undefined if it is not there, and an error if
 * the bucket is not the one that the register's hash was made of.
 */
export function findRegistered(
  chain: Chain,
  register: { hash: string; size: number; buckets: string[] },
  bucket: { count: number; entries: string },
  ticket: Uint8Array,
): Registered | undefined {
  const number = ticket[0] as number;
  const entries = hexToBytes(bucket.entries);
  const hashes = hexToBytes(register.buckets.join(''));
  const bucketHash = bucketHashOf(chain, { number, count: bucket.count, entries });
  const whole = registerHashOf(chain, register.size, hashes);
  if (
    compareHashes(bucketHash, hashAt(hashes, number)) !== 0 ||
    compareHashes(whole, hexToBytes(register.hash)) !== 0
  ) {
    throw new Error('The bucket is not part of the register');
  }
  for (let at = 0; at < entries.length; ) {
    const status = entries[at + HASH_BYTES] as number;
    const found = compareHashes(entries.subarray(at, at + HASH_BYTES), ticket) === 0;
    const line = at + HASH_BYTES + 1;
    if (found && status > 0) return { status, line: undefined };
    if (found) {
      const size = new DataView(entries.buffer, entries.byteOffset + line).getUint32(0);
      return { status, line: { size, who: entries.subarray(line + 4, line + 4 + HASH_BYTES) } };
    }
    at = status === 0 ? line + 4 + HASH_BYTES : line;
  }
  return undefined;
}
