import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HASH_BYTES } from './arithmetic.ts';

/**
 * Everybody in a draw: one line of tickets per person. Stored as bytes, because 100,000 arrays of strings
 * would take ten times the memory.
 */
export interface Roster {
  /** 32 bytes each, line after line. */
  tickets: Uint8Array;
  /** Where each line ends, counted in tickets. */
  ends: Uint32Array;
}

/** The tickets of one person, one after the other. */
export function lineAt({ tickets, ends }: Roster, place: number): Uint8Array {
  const start = place === 0 ? 0 : (ends[place - 1] as number);
  return tickets.subarray(start * HASH_BYTES, (ends[place] as number) * HASH_BYTES);
}

/** The tickets of a line as they are published. */
export function hexLine(line: Uint8Array): string[] {
  const hex = bytesToHex(line);
  return Array.from({ length: line.length / HASH_BYTES }, (_, ticket) =>
    hex.slice(ticket * 2 * HASH_BYTES, (ticket + 1) * 2 * HASH_BYTES),
  );
}

/** A roster from its published form. */
export function rosterFrom(lines: readonly (readonly string[])[]): Roster {
  const ends = new Uint32Array(lines.length);
  let count = 0;
  for (const [place, line] of lines.entries()) {
    count += line.length;
    ends[place] = count;
  }
  return { tickets: hexToBytes(lines.map((line) => line.join('')).join('')), ends };
}

/** Tickets or other hashes from their published form, one after the other. */
export const ticketsFrom = (tickets: readonly string[]): Uint8Array => hexToBytes(tickets.join(''));

/** The hash at this place in a list of them. */
export const hashAt = (hashes: Uint8Array, place: number): Uint8Array =>
  hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);

/** The line with this ticket. */
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
  /** Where the tickets are in the roster, in their own order. */
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
    const wanted = wordsOf(ticket);
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.order[middle] as number;
      const order = compareTickets(this.#words, at, wanted, 0);
      if (order === 0) return lineOfTicket(this.#roster, at);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/** Compares two hashes byte by byte, as a sort function does. */
export function compareHashes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < HASH_BYTES; at += 1) {
    const difference = (one[at] as number) - (other[at] as number);
    if (difference !== 0) return difference;
  }
  return 0;
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
