import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { compareHashes, eventTag, HASH_BYTES, hashAt, hashesFrom, u32, u64 } from './bytes.ts';

/** One person in a draw. */
export interface Line {
  /** The tickets of the person's leads in this draw, sorted, one after the other. */
  tickets: Uint8Array;
  nameHash: Uint8Array;
  chances: number;
}

/**
 * All persons in a draw: one line each. Stored as bytes, because 100,000 arrays of strings would take ten times the
 * memory.
 */
export interface Roster {
  /** The tickets, 32 bytes each, line after line. */
  tickets: Uint8Array;
  /** The end of each line, counted in tickets. */
  ends: Uint32Array;
  /** The name hashes, 32 bytes for each line. */
  nameHashes: Uint8Array;
  /** The chances, one number for each line. */
  chances: Uint32Array;
}

/** A roster in its published form: three lists with an element for each line. */
export interface PublishedRoster {
  tickets: string[][];
  nameHashes: string[];
  chances: number[];
}

// PostgreSQL computes the same hashes from these prefixes.
export const personPrefix = (eventId: string): Uint8Array => eventTag('person', eventId);
export const rosterPrefix = (eventId: string): Uint8Array => eventTag('roster', eventId);

/** The hash of one person's line. */
export const personOf = (eventId: string, line: Line): Uint8Array => personHasher(eventId)(line);

/** Returns a function that hashes lines of one event. The prefix is written once, into a buffer that is reused. */
export function personHasher(eventId: string): (line: Line) => Uint8Array {
  const prefix = personPrefix(eventId);
  const start = prefix.length + 4;
  let message = new Uint8Array(0);
  return ({ tickets, nameHash, chances }) => {
    const end = start + tickets.length + HASH_BYTES;
    if (message.length < end + 4) {
      message = new Uint8Array(end + 4);
      message.set(prefix);
    }
    const numbers = new DataView(message.buffer);
    numbers.setUint32(prefix.length, tickets.length / HASH_BYTES);
    message.set(tickets, start);
    message.set(nameHash, start + tickets.length);
    numbers.setUint32(end, chances);
    return sha256(message.subarray(0, end + 4));
  };
}

/** Hashes a roster person by person, because 100,000 of them are 3 MB. */
export const rosterHasher = (eventId: string, size: number, totalChances: number) =>
  sha256.create().update(concatBytes(rosterPrefix(eventId), u32(size), u64(totalChances)));

/** The facts about a roster's chances that screens show. */
export interface ChanceFacts {
  /** The sum of all chances. */
  totalChances: number;
  /** The greatest number of chances that a person has; 0 if there is nobody. */
  mostChances: number;
  /** The number of persons with that many chances. */
  withMostChances: number;
}

export function chanceFactsOf(chances: Uint32Array): ChanceFacts {
  let [totalChances, mostChances, withMostChances] = [0, 0, 0];
  for (const each of chances) {
    totalChances += each;
    if (each > mostChances) [mostChances, withMostChances] = [each, 0];
    if (each === mostChances) withMostChances += 1;
  }
  return { totalChances, mostChances, withMostChances };
}

export function lineAt(roster: Roster, index: number): Line {
  const { tickets, ends, nameHashes, chances } = roster;
  const start = startOfLine(roster, index);
  return {
    tickets: tickets.subarray(start * HASH_BYTES, (ends[index] as number) * HASH_BYTES),
    nameHash: hashAt(nameHashes, index),
    chances: chances[index] as number,
  };
}

/** The index of a line's first ticket. */
export const startOfLine = ({ ends }: Roster, index: number): number =>
  index === 0 ? 0 : (ends[index - 1] as number);

/** A roster from its published form. */
export function rosterFrom({ tickets, nameHashes, chances }: PublishedRoster): Roster {
  let end = 0;
  return {
    tickets: hashesFrom(tickets.flat()),
    ends: Uint32Array.from(tickets, (line) => {
      end += line.length;
      return end;
    }),
    nameHashes: hashesFrom(nameHashes),
    chances: Uint32Array.from(chances),
  };
}

/** The index of the line with this ticket. */
export function findLine(roster: Roster, ticket: Uint8Array): number | undefined {
  const words = wordsOf(roster.tickets);
  const first = wordsOf(ticket).getUint32(0);
  const count = roster.tickets.length / HASH_BYTES;
  for (let at = 0; at < count; at += 1) {
    if (words.getUint32(at * HASH_BYTES) !== first) continue;
    if (compareTickets(words, at, wordsOf(ticket), 0) === 0) return lineOfTicket(roster, at);
  }
  return undefined;
}

/** The tickets of a roster in ascending order, to find duplicates and single tickets quickly. */
export class TicketIndex {
  readonly #roster: Roster;
  readonly #words: DataView;
  /** The indexes of the tickets in the roster, in ascending order of the tickets. */
  readonly order: Uint32Array;

  constructor(roster: Roster) {
    this.#roster = roster;
    this.#words = wordsOf(roster.tickets);
    const count = roster.tickets.length / HASH_BYTES;
    this.order = Uint32Array.from({ length: count }, (_, at) => at).sort((a, b) =>
      compareTickets(this.#words, a, this.#words, b),
    );
  }

  /** A line with a ticket that occurs a second time in the roster. */
  findRepeated(): number | undefined {
    for (let at = 1; at < this.order.length; at += 1) {
      const [one, other] = [this.order[at - 1] as number, this.order[at] as number];
      if (compareTickets(this.#words, one, this.#words, other) === 0) {
        return lineOfTicket(this.#roster, Math.max(one, other));
      }
    }
    return undefined;
  }

  findLine(ticket: Uint8Array): number | undefined {
    const words = wordsOf(ticket);
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.order[middle] as number;
      const order = compareTickets(this.#words, at, words, 0);
      if (order === 0) return lineOfTicket(this.#roster, at);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/** True if a hash is in a sorted list of hashes. */
export function includesHash(sorted: Uint8Array, hash: Uint8Array): boolean {
  let [low, high] = [0, sorted.length / HASH_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareHashes(hashAt(sorted, middle), hash);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

function compareTickets(one: DataView, at: number, other: DataView, otherAt: number): number {
  for (let byte = 0; byte < HASH_BYTES; byte += 4) {
    const difference =
      one.getUint32(at * HASH_BYTES + byte) - other.getUint32(otherAt * HASH_BYTES + byte);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The line that contains the ticket at this index. */
export function lineOfTicket({ ends }: Roster, ticket: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) <= ticket) low = middle + 1;
    else high = middle;
  }
  return low;
}
