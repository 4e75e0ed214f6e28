import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import given from '../../vectors/vectors-3.json' with { type: 'json' };
import { foldPhrase, type RaffleRecord, type SealedDraw, type VoidRecord3 } from '../draws.ts';
import {
  type Chain,
  commitmentOf,
  randomnessOf,
  saltOf,
  seedOf,
  ticketOf,
  whoOf,
} from './arithmetic.ts';
import { type BeaconChain, QUICKNET, roundAt, roundTime } from './beacon.ts';
import { isBeacon } from './beacon-signature.ts';
import { checkProof, loadBeaconCheck, type ProofVerdict, RecordChecker } from './check.ts';
import { mismatchesIn } from './comparison.ts';
import { readEntryCode } from './entry-code.ts';
import { earlierPrizeName, isRepeated, missedRound, wouldHaveWon } from './find-entrant.ts';
import { checksumOf, type Proof, readProof, writeProof } from './proof.ts';

const { proof: file, leads, secret } = given;
const chain: Chain = { eventId: file.eventId, version: 3 };
const loaded = await loadBeaconCheck(file.draws);
/** Each signature is checked once, because that takes a while. */
const checked = new Map<string, boolean>();
const beacons = loaded && {
  ...loaded,
  isBeacon: (by: BeaconChain, round: number, signature: string) => {
    const key = [by.chain, round, signature].join();
    const right = checked.get(key) ?? loaded.isBeacon(by, round, signature);
    checked.set(key, right);
    return right;
  },
};

function read(json: unknown): Proof {
  const answer = readProof(JSON.stringify(json));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.data;
}

const fieldsIn = (verdict: ProofVerdict) =>
  [verdict, ...verdict.draws].flatMap((part) => mismatchesIn(part).map(({ field }) => field));
const check = (json: unknown) => fieldsIn(checkProof(read(json), beacons));

type Value = string | number | boolean | null;

/** Every single value, with the path to it. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed(json: object, path: string[], change: (value: Value) => Value): object {
  const copy = structuredClone(json);
  let inner = copy as Record<string, never>;
  for (const key of path.slice(0, -1)) inner = inner[key] as never;
  const last = path.at(-1) as string;
  Object.assign(inner, { [last]: change(inner[last] as unknown as Value) });
  return copy;
}

/** One bit off, and still of its kind where that is possible. */
function oneBitOff(value: Value): Value {
  if (typeof value === 'number') return value ^ 1;
  if (typeof value === 'boolean') return !value;
  if (!value) return 'b'.repeat(96);
  const at = value.search(/[0-9a-f]/);
  return value.slice(0, at) + (value[at] === '2' ? '3' : '2') + value.slice(at + 1);
}

describe('version 3, by the vectors of a second implementation', () => {
  it('checks out with all its beacons', () => {
    expect(check(file)).toEqual([]);
    expect(checksumOf(read(file))).toBe(file.checksum);
    expect([...writeProof(read(file))].join('')).toBe(`${JSON.stringify(file)}\n`);
  });

  it('derives seeds, commitments, tickets, salts and names from what is secret', () => {
    for (const draw of file.draws) {
      const seed = seedOf(hexToBytes(secret), chain, draw.number);
      expect(bytesToHex(seed)).toBe(draw.seed);
      expect(bytesToHex(commitmentOf(chain, draw.number, seed))).toBe(draw.commitment);
    }
    const byTicket = new Map(
      leads.map((lead) => {
        const code = readEntryCode(lead.code) as Uint8Array;
        return [bytesToHex(ticketOf(file.eventId, code)), { ...lead, code }];
      }),
    );
    for (const { number, winners, names } of file.draws.filter(({ kind }) => kind === 'draw')) {
      for (const winner of winners ?? []) {
        const { code, name, email } = byTicket.get(winner.ticket) as never as {
          code: Uint8Array;
          name: string;
          email: string | null;
        };
        const salt = saltOf(chain, number, code);
        expect(bytesToHex(salt)).toBe(winner.salt);
        const who = whoOf(chain, { ticket: hexToBytes(winner.ticket), salt, name, email });
        expect(names?.[winner.index]).toBe(bytesToHex(who));
      }
    }
  });

  // Said by the operator, or a promise about a seed that nobody knows yet.
  const uncovered = /^(nextCommitment|draws\.\d+\.at)$/;
  const { checksum: _, ...unsummed } = file;
  const paths = leaves(unsummed).filter((path) => path.join('.') !== 'sealed');
  const sortOf = (path: string[]) => path.filter((key) => !/^\d+$/.test(key)).join('.');
  for (const sort of new Set(paths.map(sortOf))) {
    const alike = paths.filter((path) => sortOf(path) === sort);
    it(`notices one bit changed in ${sort}`, () => {
      for (const path of alike) {
        const other = changed(unsummed, path, oneBitOff);
        const isVoidTime = file.draws[Number(path[1])]?.kind === 'void' && path.at(-1) === 'at';
        if (uncovered.test(path.join('.')) && !isVoidTime) continue;
        const answer = readProof(JSON.stringify(other));
        if ('problem' in answer) continue;
        expect(fieldsIn(checkProof(answer.data, beacons)), path.join('.')).not.toEqual([]);
      }
    });
  }

  it('needs a seal before the draw that says all it fixes, and is the one of the record', () => {
    const { draws, ...list } = read(file);
    const [first, second, third] = draws;
    if (!first || !second || third?.kind !== 'draw' || !('seal' in third)) throw new Error();
    const { number, prizeId, prizeName, commitment, seal } = third;
    const { rosterSize, rosterHash, sealedAt, previousRecord } = third;
    const fixed = {
      number,
      prizeId,
      prizeName,
      commitment,
      rosterSize,
      rosterHash,
      previousRecord,
    };
    const problemsWith = (shown: Partial<SealedDraw>) => {
      const sealed = { ...fixed, sealedAt: `${sealedAt}`, ...shown };
      const checker = new RecordChecker(list, beacons);
      for (const record of [first, second]) checker.check(record);
      const open = { ...list, draws: [first, second], nextNumber: number + 1, sealed };
      const parts = [
        checker.checkList(open as Proof),
        checker.check(third, { commitment, sealed }),
      ];
      return parts.map((part) => mismatchesIn(part).map(({ field }) => field));
    };
    const checksum = ['checksum'];
    expect(problemsWith({ seal })).toEqual([checksum, []]);
    expect(problemsWith({})).toEqual([['sealed.seal', ...checksum], ['draws[2].seal.hash']]);
    const other = { ...seal, quantity: seal.quantity + 1 };
    expect(problemsWith({ seal: other })).toEqual([['sealed.seal.hash', ...checksum], []]);
  });

  it('shows who would have won a void draw, and marks the one that repeats it', () => {
    const { draws } = read(file);
    expect(draws.map(wouldHaveWon).map(({ length }) => length)).toEqual([0, 2, 0, 0, 0, 0, 0]);
    expect(draws.map((record) => isRepeated(draws, record)).indexOf(true)).toBe(2);
    // Another void between the two hides nothing.
    const [, voided, repeated] = draws as [RaffleRecord, VoidRecord3, RaffleRecord];
    const seal = { ...voided.seal, source: { kind: 'phrase' as const } };
    const between = { ...voided, number: 2.5, seal };
    expect(isRepeated([voided, between, repeated], repeated)).toBe(true);
    expect(isRepeated([between, repeated], repeated)).toBe(false);
  });

  it('says what a prize was called before, and that the beacon of a void is missing', () => {
    const { draws } = read(file);
    const [, voided] = draws as [RaffleRecord, VoidRecord3];
    expect([missedRound(voided), missedRound({ ...voided, beacon: null })]).toEqual([
      undefined,
      123,
    ]);
    expect(draws.map((record) => earlierPrizeName(draws, record))).not.toContain(expect.anything());
    const again = { ...voided, number: 9, prizeName: 'Pencil' };
    expect(earlierPrizeName([voided, again], again)).toBe(voided.prizeName);
  });

  it('notices a ticket that is left out of a later register, or whose win is forgotten', () => {
    const later = 6;
    const lost = changed(file, ['draws', String(later), 'outside', 'unverified'], () => null);
    Object.assign((lost as typeof file).draws[later]?.outside ?? {}, { unverified: [] });
    expect(check(lost)).toEqual(
      expect.arrayContaining(['draws[6].outside', 'draws[6].seal.register.hash']),
    );
  });

  it('refuses a chain of one’s own, and a round at the wrong time', () => {
    const proof = read(file);
    const other = { ...QUICKNET, genesis: QUICKNET.genesis + 3600, chain: 'a'.repeat(64) };
    const verdict = checkProof(proof, { isBeacon, chain: other });
    expect(fieldsIn(verdict)).toEqual(
      expect.arrayContaining(['draws[5].seal.source.chain', 'draws[5].seal.source.round']),
    );
  });

  it('refuses to leave anybody out as a winner before there is one', () => {
    const { draws, ...proof } = read(file);
    const [marked] = draws.filter((record) => 'outside' in record && record.outside.won.length > 0);
    const verdict = new RecordChecker(proof, beacons).check(marked as (typeof draws)[number]);
    expect(mismatchesIn(verdict).map(({ what }) => what)).toContain(
      'The tickets of earlier winners are marked',
    );
  });

  it('refuses a round that is not later than those of earlier draws', () => {
    const proof = read(file);
    const checker = new RecordChecker(proof, beacons);
    const record = proof.draws[5] as (typeof proof.draws)[number];
    const [first, again] = [checker.check(record), checker.check(record)].map((verdict) =>
      mismatchesIn(verdict).map(({ what }) => what),
    );
    expect(first).not.toContain('The round comes after those of earlier draws');
    expect(again).toContain('The round comes after those of earlier draws');
  });

  it('does not pass a beacon that nothing has checked', () => {
    const checker = new RecordChecker(read(file));
    expect(() => read(file).draws.map((record) => checker.check(record))).toThrow('beacons');
  });
});

describe('a beacon', () => {
  const known = file.draws.flatMap((draw) =>
    draw.beacon && draw.seal?.source.round ? [[draw.seal.source.round, draw.beacon] as const] : [],
  );

  it('verifies as recorded, and not with one bit flipped or in another round', () => {
    expect(known.map(([round]) => round)).toEqual([123, 1000]);
    for (const [round, signature] of known) {
      expect(isBeacon(QUICKNET, round, signature)).toBe(true);
    }
    const [round, signature] = known[0] as (typeof known)[number];
    expect(isBeacon(QUICKNET, round + 1, signature)).toBe(false);
    for (const at of [0, 95]) {
      const digit = (Number.parseInt(signature[at] as string, 16) ^ 1).toString(16);
      const flipped = signature.slice(0, at) + digit + signature.slice(at + 1);
      expect(isBeacon(QUICKNET, round, flipped), `digit ${at}`).toBe(false);
    }
    expect(isBeacon(QUICKNET, round, signature.toUpperCase())).toBe(false);
    expect(isBeacon(QUICKNET, round, `${signature}00`)).toBe(false);
    expect(bytesToHex(randomnessOf(known[1]?.[1] as string))).toBe(
      'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    );
  });

  it('has a round for every time', () => {
    expect(roundTime(QUICKNET, 1)).toBe(QUICKNET.genesis * 1000);
    for (const round of [1, 123, 1000]) {
      const time = roundTime(QUICKNET, round);
      expect([roundAt(QUICKNET, time), roundAt(QUICKNET, time + 1)]).toEqual([round, round + 1]);
    }
  });
});

describe('a phrase', () => {
  it('is one of its spellings', () => {
    for (const typed of [
      'Crème Brûlée!',
      '  cre\u0300me   bru\u0302le\u0301e ',
      '“CRÈME-BRÛLÉE”',
    ]) {
      expect(foldPhrase(typed).replace(' ', '')).toBe('crèmebrûlée');
    }
    expect(foldPhrase('ﬁn\u200b\ufe0f Ⅳ  İ')).toBe('fin iv i̇');
    expect(foldPhrase(' …!? ')).toBe('');
    for (const typed of ['ǅ ẞ', 'K', 'ΑΣ ', '１２３']) {
      expect(foldPhrase(foldPhrase(typed))).toBe(foldPhrase(typed));
    }
  });
});
