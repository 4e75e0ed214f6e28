import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { drawLists } from '../../../vectors/people.ts';
import type { Vectors } from '../../../vectors/replay-vectors.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };
import { HASH_BYTES, hexesOf } from '../bytes.ts';
import type { SealedDraw } from '../draws.ts';
import { readEntryCode, writeEntryCode } from '../entry-code.ts';
import { bucketHasher, registerEntry, registerHashOf, registerOf } from '../register.ts';
import { TicketIndex } from '../roster.ts';
import { ticketOf } from '../tickets.ts';
import { QUICKNET, roundTime } from './beacon.ts';
import {
  computeWinners,
  doubtRollCall,
  findRegisterStatus,
  type Holder,
  isSeenLate,
  needsChances,
  openSealHash,
} from './seal-check.ts';

const { proof } = given as Vectors;
const { eventId } = proof;
const open = proof.sealed as SealedDraw;

describe('a phone that watches a seal', () => {
  /** A draw of the vectors that was held by a beacon, as published while it was sealed. */
  const beaconDraw = proof.draws.find((draw) => draw.kind === 'draw' && draw.beacon !== null);
  if (beaconDraw?.kind !== 'draw') throw new Error('The vectors have no such draw');
  const signature = beaconDraw.beacon as string;
  const chances = Uint32Array.from(beaconDraw.roster.chances);

  it('computes the hash of what is published, and the winners', async () => {
    expect(openSealHash(eventId, open)).toBe(open.sealHash);
    expect(needsChances(beaconDraw)).toBe(true);
    expect(await computeWinners(eventId, beaconDraw, signature, { chances })).toEqual(
      beaconDraw.winners.map(({ index }) => index),
    );
  });

  it('computes nothing from a seal that is not made of what it shows, or with another beacon', async () => {
    for (const [change, signed] of [
      [{ quantity: beaconDraw.quantity + 1 }, signature],
      [{ totalChances: beaconDraw.totalChances + 1 }, signature],
      [{ seed: open.seed as string }, signature],
      [{}, signature.replace(/^./, 'a')],
    ] as const) {
      const sealed = { ...beaconDraw, ...change };
      expect(await computeWinners(eventId, sealed, signed, { chances })).toBeUndefined();
    }
    // Equal chances are refused if somebody has more than one.
    expect(await computeWinners(eventId, beaconDraw, signature)).toBeUndefined();
  });

  it('says when it saw the seal too late, and not when a phrase decides', () => {
    const time = roundTime(QUICKNET, 1600);
    expect([time - 10_001, time - 9_999].map((at) => isSeenLate(open, at))).toEqual([false, true]);
    expect(isSeenLate({ ...open, source: { kind: 'phrase' } }, time)).toBe(false);
  });

  it('doubts a roll call that it did not see open, or only for a short while', () => {
    const seen = [
      { rollCall: 7, from: 0, to: 60_000 },
      { rollCall: 9, from: 0, to: 59_999 },
    ];
    expect([0, 7, 8, 9].map((rollCall) => doubtRollCall(rollCall, seen))).toEqual([
      undefined,
      undefined,
      'unseen',
      'short',
    ]);
  });
});

describe('the holder of a ticket', () => {
  const lead = (id: number, more: object) => {
    const code = new Uint8Array(16).fill(id);
    const ticket = ticketOf(eventId, code);
    const rest = { phoneKey: `+44${id}`, email: null, name: 'Jo', status: 'verified' };
    return { id, code, ticket, ...rest, contactAt: id, chances: 1, here: 9, ...more };
  };
  const winner = lead(1, { email: 'won@example.com' });
  const leads = [
    winner,
    lead(2, { chances: 7, name: 'Zoe\u0308' }),
    lead(3, { phoneKey: '+442', name: 'Other' }),
    lead(4, { status: 'pending' }),
    lead(5, { status: 'promoted' }),
    lead(6, { email: 'Won@example.com' }),
    lead(7, { here: 0 }),
  ];
  const gone = lead(8, {});
  const draw = { number: 3, leads, removed: [gone.ticket], wins: [[winner]] };
  const { roster, register } = drawLists(eventId, { ...draw, rollCall: 9, maxChances: 5 });
  const index = new TicketIndex(roster);
  const { tickets } = registerOf(eventId, { roster, register }, index);

  /** The bucket of a ticket and the register's hashes, as the server publishes them. */
  function publish() {
    const entries = new Map<number, Uint8Array[]>();
    for (const hex of hexesOf(tickets)) {
      const ticket = hexToBytes(hex);
      const line = index.findLine(ticket);
      const status = Object.values(register).findIndex((list) => hexesOf(list).includes(hex)) + 1;
      const { nameHashes, chances, ends } = roster;
      const entry =
        line === undefined
          ? registerEntry(ticket, status)
          : registerEntry(ticket, 0, {
              tickets: new Uint8Array(
                HASH_BYTES * ((ends[line] as number) - (line ? (ends[line - 1] as number) : 0)),
              ),
              nameHash: nameHashes.subarray(line * HASH_BYTES, (line + 1) * HASH_BYTES),
              chances: chances[line] as number,
            });
      const byte = ticket[0] as number;
      entries.set(byte, [...(entries.get(byte) ?? []), entry]);
    }
    const bucketOf = (number: number) => {
      const own = entries.get(number) ?? [];
      return { number, count: own.length, entries: Buffer.concat(own) };
    };
    const hashes = Array.from({ length: 256 }, (_, number) =>
      bucketHasher(eventId)(bucketOf(number)),
    );
    const size = tickets.length / HASH_BYTES;
    const buckets = hexesOf(Buffer.concat(hashes));
    const hash = hexesOf(registerHashOf(eventId, size, Buffer.concat(hashes)))[0] as string;
    return { bucketOf, published: { hash, size, buckets } };
  }
  const { bucketOf, published } = publish();

  const statusOf = (code: Uint8Array, holder: Partial<Holder> = {}, ...others: Holder[]) => {
    const { count, entries } = bucketOf(ticketOf(eventId, code)[0] as number);
    const bucket = { count, entries: Buffer.from(entries).toString('hex') };
    const own = { code: writeEntryCode(code), name: 'Jo', email: null, ...holder };
    return findRegisterStatus(eventId, 3, published, bucket, [own, ...others]);
  };
  const codeOf = (id: number) => new Uint8Array(16).fill(id);

  it('learns why they are not in the draw', () => {
    expect([1, 4, 5, 6, 7, 8, 9].map((id) => statusOf(codeOf(id)).kind)).toEqual([
      'won',
      'unverified',
      'promoted',
      'related',
      'absent',
      'removed',
      'missing',
    ]);
  });

  it('learns their number of chances and entries in it, and the name', () => {
    const facts = { entries: 2, chances: 5 };
    const zoe = { code: writeEntryCode(codeOf(2)), name: 'Zo\u00eb', email: null };
    expect(statusOf(codeOf(2), zoe)).toEqual({ kind: 'named', ...facts });
    expect(statusOf(codeOf(2))).toEqual({ kind: 'other-name', ...facts });
    expect(statusOf(codeOf(3), { name: 'Other' })).toEqual({ kind: 'other-name', ...facts });
    expect(statusOf(codeOf(3), { name: 'Other' }, zoe)).toEqual({ kind: 'named', ...facts });
    expect(statusOf(codeOf(3), { email: undefined })).toEqual({ kind: 'in-draw', ...facts });
  });

  it('notices a bucket that is not part of the register', () => {
    const own = { code: writeEntryCode(codeOf(2)), name: 'Jo', email: null };
    const ticket = ticketOf(eventId, readEntryCode(own.code) as Uint8Array);
    const { count, entries } = bucketOf(ticket[0] as number);
    const forged = Buffer.from(entries);
    forged[40] = (forged[40] as number) ^ 1;
    const bucket = { count, entries: forged.toString('hex') };
    expect(() => findRegisterStatus(eventId, 3, published, bucket, [own])).toThrow('register');
  });
});
