import { randomBytes } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareHashes, hexesOf } from './bytes.ts';
import {
  chanceFactsOf,
  findLine,
  rosterFrom as fromPublished,
  lineAt,
  TicketIndex,
} from './roster.ts';

/** A roster of these tickets. */
const rosterFrom = (tickets: string[][]) =>
  fromPublished({
    tickets,
    nameHashes: tickets.map((_, index) => bytesToHex(new Uint8Array(32).fill(index))),
    chances: tickets.map((_, index) => index + 1),
  });

/** Hashes of which many are equal or differ in one byte only. */
const ticket = fc
  .tuple(fc.constantFrom(0, 3, 4, 15, 31), fc.constantFrom(0, 1, 127, 128, 255))
  .map(([index, value]) => bytesToHex(new Uint8Array(32).fill(value, index, index + 1)));
const lines = fc.array(fc.array(ticket, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('a compact roster', () => {
  it('gives back the lines that it was made of', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const roster = rosterFrom(given);
        for (const [index, tickets] of given.entries()) {
          const line = lineAt(roster, index);
          expect(hexesOf(line.tickets)).toEqual(tickets);
          expect(line.nameHash).toEqual(new Uint8Array(32).fill(index));
          expect(line.chances).toBe(index + 1);
        }
      }),
    );
  });

  it('finds the line of a ticket, with and without an index', () => {
    fc.assert(
      fc.property(lines, ticket, (given, matches) => {
        const roster = rosterFrom(given);
        const holds = (index: number | undefined) =>
          index !== undefined && given[index]?.includes(matches) === true;
        const there = given.some((line) => line.includes(matches));
        expect(holds(findLine(roster, bytes(matches)))).toBe(there);
        expect(holds(new TicketIndex(roster).findLine(bytes(matches)))).toBe(there);
      }),
    );
  });

  it('knows whether a ticket is there twice', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const all = given.flat();
        const index = new TicketIndex(rosterFrom(given)).findRepeated();
        expect(index !== undefined).toBe(new Set(all).size < all.length);
        if (index === undefined) return;
        const others = given.flatMap((line, at) => (at < index ? line : []));
        const line = given[index] ?? [];
        const repeated = (hex: string) =>
          others.includes(hex) || line.indexOf(hex) !== line.lastIndexOf(hex);
        expect(line.some(repeated)).toBe(true);
      }),
    );
  });

  it('compares hashes as their hex is sorted', () => {
    fc.assert(
      fc.property(ticket, ticket, (one, other) => {
        const expected = one < other ? -1 : Number(one > other);
        expect(Math.sign(compareHashes(bytes(one), bytes(other)))).toBe(expected);
      }),
    );
  });

  it('is found in where bytes are part of a larger buffer', () => {
    const buffer = randomBytes(100);
    const expected = buffer.subarray(7, 39);
    const roster = rosterFrom([[bytesToHex(randomBytes(32))], [bytesToHex(expected)]]);
    expect(findLine(roster, expected)).toBe(1);
  });

  it('adds up its chances, and counts those who have the most', () => {
    expect(chanceFactsOf(Uint32Array.from([2, 5, 5, 1]))).toEqual({
      totalChances: 13,
      mostChances: 5,
      withMostChances: 2,
    });
    expect(chanceFactsOf(new Uint32Array(0))).toEqual({
      totalChances: 0,
      mostChances: 0,
      withMostChances: 0,
    });
  });
});
