import { randomBytes, randomInt } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { type ProofJson, type Vectors, withChecksum } from '../../../vectors/replay-vectors.ts';
import { checkInPython, hasPython } from '../../../vectors/second-implementation.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };
import type { BeaconChain } from '../sealed/beacon.ts';
import { type BeaconCheck, checkProof, loadBeaconCheck, type ProofVerdict } from './check.ts';
import { mismatchesIn } from './comparison.ts';
import { checksumOf, type Proof, readProof } from './proof.ts';

const validProof = (given as Vectors).proof;
const { checksum: _, ...unsummed } = validProof;

const loaded = (await loadBeaconCheck(validProof.draws)) as BeaconCheck;
/** Results by signature: each is checked once, because that takes a while. */
const checked = new Map<string, boolean>();
const beacons: BeaconCheck = {
  ...loaded,
  isBeacon: (by: BeaconChain, round: number, signature: string) => {
    const key = [by.chain, round, signature].join();
    const right = checked.get(key) ?? loaded.isBeacon(by, round, signature);
    checked.set(key, right);
    return right;
  },
};

function read(proof: unknown): Proof {
  const response = readProof(JSON.stringify(proof));
  if ('problem' in response) throw new Error(response.problem);
  return response.data;
}

const check = (proof: unknown): ProofVerdict => checkProof(read(proof), beacons);

/** The fields that did not match, as the file names them. */
function findings(verdict: ProofVerdict): string[] {
  return [verdict, ...verdict.draws].flatMap((part) =>
    mismatchesIn(part).map(({ field }) => field),
  );
}

type Path = (string | number)[];

/** Paths to all single values of a proof. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Replacements for null, which has no bit to change. */
const insteadOfNull: Record<string, unknown> = {
  prizeId: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  prizeName: 'a',
  phrase: 'a',
  beacon: 'b'.repeat(96),
  salt: 'b'.repeat(32),
  winner: { name: 'Eve', email: null },
  email: 'a',
  closedAt: '2023-08-23T17:00:00+00:00',
};

const insteadOfKind: Record<string, string> = {
  draw: 'void',
  void: 'draw',
  forfeit: 'restored',
  restored: 'forfeit',
  none: 'phrase',
  phrase: 'none',
  beacon: 'phrase',
};

/** The value with one bit changed, and still of its type. */
function flipBit(value: unknown, field: string): unknown {
  if (value === null) return insteadOfNull[field];
  if (typeof value === 'number') return value ^ 1;
  const text = value as string;
  if (field === 'because') return text === 'request' ? 'retention' : 'request';
  const alike = /^[0-9a-f-]+$/.test(text) ? /[0-9a-f]/ : /[0-9a-zA-Z]/;
  const places = [...text.matchAll(new RegExp(alike, 'g'))].map(({ index }) => index);
  if (places.length === 0) return `${text}a`;
  const at = /^(.*At|at)$/.test(field) ? 3 : (places[randomInt(places.length)] ?? 0);
  const others = [1, 2, 4].map((bit) => String.fromCharCode(text.charCodeAt(at) ^ bit));
  const other = others.find((character) => alike.test(character)) as string;
  return text.slice(0, at) + other + text.slice(at + 1);
}

function changed(proof: object, path: Path): object {
  const copy = structuredClone(proof);
  let inner = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) inner = inner[key] as typeof inner;
  const last = path.at(-1) as string | number;
  const field = String(path.findLast((key) => typeof key === 'string'));
  inner[last] = flipBit(inner[last], field);
  return copy;
}

const pathText = (path: Path) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at ? `.${key}` : key)).join('');

/** A random choice in every run; `THOROUGH=1` tries all. */
function someOf<Item>(items: readonly Item[]): readonly Item[] {
  return process.env.THOROUGH ? items : items.slice(randomInt(items.length)).slice(0, 1);
}

function isShortAt([, number, , index]: Path): boolean {
  const draw = validProof.draws[Number(number)];
  return draw?.kind === 'draw' && draw.winners[Number(index)]?.salt === null;
}

/** The field of a path without indexes: `draws[2].roster.tickets[0][1]` of a draw becomes `draw.roster.tickets`. */
const sortOf = ([first, index, ...rest]: Path) =>
  (first === 'draws' ? [validProof.draws[Number(index)]?.kind, ...rest] : [first, index, ...rest])
    .filter((key) => typeof key === 'string')
    .join('.');

const recordsOfKinds = (kinds: string, sorts: Record<string, string>) =>
  Object.fromEntries(
    kinds
      .split(' ')
      .flatMap((kind) => Object.entries(sorts).map(([field, told]) => [`${kind}.${field}`, told])),
  );

const sealed = {
  prizeId: 'sealHash',
  prizeName: 'sealHash',
  quantity: 'sealHash',
  count: 'sealHash',
  rollCall: 'sealHash',
  maxChances: 'sealHash',
  sealedAt: 'sealHash',
  sealHash: 'sealHash',
  'source.chain': 'sealHash',
  'source.round': 'sealHash',
};
const lists = {
  rosterSize: 'rosterSize',
  totalChances: 'totalChances',
  mostChances: 'totalChances',
  withMostChances: 'totalChances',
  ...Object.fromEntries(
    ['inDraw', 'removed', 'won', 'unverified', 'promoted', 'related', 'absent'].map((each) => [
      `registerCounts.${each}`,
      'registerCounts',
    ]),
  ),
  registerHash: 'registerHash',
  'roster.tickets': 'registerHash',
  'roster.nameHashes': 'registerHash',
  'roster.chances': 'registerHash',
  'register.removed': 'registerHash',
  'register.won': 'registerHash',
  'register.unverified': 'registerHash',
  'register.promoted': 'registerHash',
  'register.related': 'registerHash',
  'register.absent': 'registerHash',
};

/** The comparison that reveals a change without the checksum, for every field that a hash or a rule covers. */
const detectedBy: Record<string, string> = {
  eventId: 'draws[0].commitment',
  nextNumber: 'nextNumber',
  'rollCalls.rollCall': 'rollCalls',
  ...recordsOfKinds('draw void forfeit restored', {
    number: 'number',
    commitment: 'commitment',
    seed: 'commitment',
    previousRecord: 'previousRecord',
    record: 'record',
  }),
  ...recordsOfKinds('draw void', {
    ...sealed,
    ...lists,
    rosterHash: 'rosterHash',
    beacon: 'beacon',
  }),
  ...recordsOfKinds('restored', lists),
  ...recordsOfKinds('void forfeit restored', { reason: 'record' }),
  'void.at': 'record',
  'void.wouldHaveWon.index': 'wouldHaveWon',
  'void.wouldHaveWon.tickets': 'wouldHaveWon',
  'forfeit.forfeits': 'record',
  'forfeit.place': 'record',
  'draw.phrase': 'record',
  'draw.winners.index': 'winners',
  'draw.winners.tickets': 'winners[].tickets',
  'draw.winners.chances': 'winners[].tickets',
  'draw.winners.ticket': 'winners[].ticket',
  'draw.winners.salt': 'winners[].winner',
  'draw.winners.winner': 'winners[].winner',
  'draw.winners.winner.name': 'winners[].winner',
  'draw.winners.winner.email': 'winners[].winner',
  ...recordsOfKinds('sealed', {
    ...sealed,
    number: 'number',
    commitment: 'commitment',
    seed: 'commitment',
    previousRecord: 'previousRecord',
    rosterHash: 'sealHash',
    registerHash: 'sealHash',
  }),
};

/** A record of another kind has other fields, so it cannot be read as a record. */
const refused = ['scheme', 'draw.kind', 'void.kind', 'forfeit.kind', 'restored.kind'];
const sources = ['draw.source.kind', 'void.source.kind', 'sealed.source.kind'];

/**
 * Fields from which nothing is computed, so that only the checksum detects a change: times, which are the operator's
 * word, and commitments to lists and seeds that are not published yet.
 */
const checksumOnly = [
  'nextCommitment',
  ...['closedAt', 'byCode', 'byVolunteers', 'byOrganisers'].map((field) => `rollCalls.${field}`),
  ...['draw.at', 'forfeit.at', 'restored.at'],
  ...['draw.winners.erased.at', 'draw.winners.erased.because'],
  ...Object.keys(lists)
    .filter((field) => !/^(roster\.|register\.|registerHash)/.test(field))
    .map((field) => `sealed.${field}`),
];

describe('a proof', () => {
  it('from the test vectors is valid, with a checksum and without', () => {
    for (const proof of [validProof, unsummed]) {
      const verdict = check(proof);
      expect(findings(verdict)).toEqual([]);
      expect(verdict.ok).toBe(true);
      expect(verdict.draws.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  it('without draws is in order', () => {
    const none = { ...unsummed, draws: [], sealed: null, nextNumber: 1 };
    expect(findings(check(none))).toEqual([]);
  });

  it('is judged record by record', () => {
    const numbers: number[] = [];
    checkProof(read(validProof), beacons, ({ number }) => numbers.push(number));
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('lists all that was compared, not only the mismatches', () => {
    const [first] = check(validProof).draws;
    expect(first?.comparisons.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['draws[0].commitment', 'draws[0].rosterHash', 'draws[0].record']),
    );
    const [draw] = validProof.draws;
    const index = draw?.kind === 'draw' ? String(draw.winners[0]?.index) : '';
    expect(first?.comparisons.find(({ field }) => field === 'draws[0].winners')).toEqual({
      field: 'draws[0].winners',
      what: 'The winners follow from the seal, the seed and the phrase or beacon',
      expected: index,
      found: index,
      matches: true,
    });
  });

  it('is not passed with a beacon that nothing has checked', () => {
    expect(() => checkProof(read(validProof))).toThrow('beacons');
  });
});

describe('one bit changed', () => {
  const paths = leaves(validProof);

  it('is tried in every field there is', () => {
    const sorts = new Set(paths.map(sortOf));
    const cases = [...Object.keys(detectedBy), ...refused, ...sources, ...checksumOnly, 'checksum'];
    // Empty lists have no values.
    const empty = cases.filter((each) => !sorts.has(each));
    expect([...sorts].filter((sort) => !cases.includes(sort))).toEqual([]);
    expect(empty).toEqual(['void.register.absent', 'restored.register.absent']);
  });

  for (const sort of new Set(paths.map(sortOf))) {
    const alike = someOf(paths.filter((path) => sortOf(path) === sort));
    if (refused.includes(sort) || sources.includes(sort)) {
      it(`in ${sort} makes it no proof, or is caught`, () => {
        for (const path of alike) {
          const other = structuredClone(unsummed) as Record<string, unknown>;
          let inner = other as Record<string | number, unknown>;
          for (const key of path.slice(0, -1)) inner = inner[key] as typeof inner;
          inner[path.at(-1) as string] = insteadOfKind[inner.kind as string] ?? 'drawbridge/0';
          const answer = readProof(JSON.stringify(other));
          if ('problem' in answer) continue;
          expect(findings(checkProof(answer.data, beacons)), pathText(path)).not.toEqual([]);
        }
      });
      continue;
    }

    const told = detectedBy[sort];
    if (told) {
      it(`in ${sort} is caught without the checksum, and it is said where`, () => {
        for (const path of alike) {
          const answer = readProof(JSON.stringify(changed(unsummed, path)));
          // A short name cannot be checked: another short name is equally valid.
          const isShort = sort === 'draw.winners.winner.name' && isShortAt(path);
          if ('problem' in answer || isShort) continue;
          const found = findings(checkProof(answer.data, beacons));
          const [first, index, ...rest] = path;
          const prefix =
            first === 'draws' ? `draws[${index}].` : first === 'sealed' ? 'sealed.' : '';
          // A phrase in a draw without one is not hashed, but must not be there.
          const hasNone = sort === 'draw.phrase' && !found.includes(`${prefix}record`);
          const where = hasNone ? `${prefix}phrase` : prefix + told.replace('[]', `[${rest[1]}]`);
          const isWithheld = sort.startsWith('draw.winners.');
          if (isWithheld) expect(found.join(), pathText(path)).toContain(`${prefix}winners`);
          else expect(found, pathText(path)).toContain(where);
        }
      });
    } else if (sort !== 'checksum') {
      it(`in ${sort} is nothing that could be computed, and is caught by the checksum alone`, () => {
        for (const path of alike) {
          expect(findings(check(changed(unsummed, path))), pathText(path)).toEqual([]);
          expect(findings(check(changed(validProof, path))), pathText(path)).toEqual(['checksum']);
        }
      });
    }
  }

  it.skipIf(!hasPython)('in any field is caught by the second implementation, too', () => {
    // A random path of each sort; the proofs are files, of which THOROUGH=1 would write thousands.
    const expected = Object.keys(detectedBy).flatMap((sort) => {
      const alike = paths.filter((path) => sortOf(path) === sort);
      return alike.slice(alike.length > 0 ? randomInt(alike.length) : 0).slice(0, 1);
    });
    // A short name may be another.
    const isShort = (path: Path) => sortOf(path) === 'draw.winners.winner.name' && isShortAt(path);
    const seen = expected.filter((path) => !isShort(path));
    const verdicts = checkInPython([
      validProof,
      unsummed,
      ...seen.map((path) => changed(unsummed, path)),
    ]);
    expect(verdicts.slice(0, 2)).toEqual([true, true]);
    expect(seen.filter((_, index) => verdicts[index + 2]).map(pathText)).toEqual([]);
  });

  it('anywhere in a file is caught, or makes it no proof at all', () => {
    const file = Buffer.from(JSON.stringify(validProof));
    // Every run starts at another byte; THOROUGH=1 tries every byte.
    const step = process.env.THOROUGH ? 1 : 250;
    for (let at = randomInt(step); at < file.length; at += step) {
      const bad = Buffer.from(file);
      bad[at] = (bad[at] as number) ^ (1 << randomInt(8));
      const answer = readProof(bad.toString());
      if ('problem' in answer) continue;
      const was = `byte ${at}: ${bad.subarray(at - 20, at + 20)}`;
      expect(answer.data.checksum, was).not.toBe(checksumOf(answer.data));
    }
  });

  it('in a time is refused where the result is not a time', () => {
    for (const at of ['yesterday evening', '2026-11-15', '5', '2026-02-30T10:00:00+00:00', '']) {
      const draws = unsummed.draws.map((draw) => ({ ...draw, at }));
      for (const proof of [
        { ...unsummed, draws },
        { ...unsummed, sealed: { ...unsummed.sealed, sealedAt: at } },
      ]) {
        expect(readProof(JSON.stringify(proof)), at).toEqual({
          problem: expect.stringMatching(/t: A time is a date and a time of day in ISO 8601$/),
        });
      }
    }
  });
});

it('a file with another checksum is noticed', () => {
  const other: ProofJson = { ...validProof, checksum: bytesToHex(randomBytes(32)) };
  expect(findings(check(other))).toEqual(['checksum']);
  expect(withChecksum(other)).toEqual(validProof);
});
