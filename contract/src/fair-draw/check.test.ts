import { randomBytes, randomInt } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { type ProofJson, type Vectors, withChecksum } from '../../vectors/replay-vectors.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };
import { drawRecord2, forfeitRecord2, voidRecord2 } from '../draws.ts';
import { checkProof, type ProofVerdict } from './check.ts';
import { mismatchesIn } from './comparison.ts';
import { checksumOf, type Proof, readProof } from './proof.ts';

const vectors = given as Vectors;

/** The draws, the void and the forfeit of the vectors, and one more draw that is sealed. */
const good: ProofJson = withChecksum({
  ...vectors.proof,
  nextNumber: 8,
  nextCommitment: bytesToHex(randomBytes(32)),
  sealed: {
    number: 7,
    prizeId: '16fd2706-8baf-433b-82eb-8c7fada847da',
    commitment: vectors.proof.nextCommitment,
    rosterSize: 2,
    rosterHash: bytesToHex(randomBytes(32)),
    sealedAt: '2026-11-15T10:10:00+00:00',
  },
});
const { checksum: _, ...unsummed } = good;

function read(proof: unknown): Proof {
  const answer = readProof(JSON.stringify(proof));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.data;
}

const check = (proof: unknown): ProofVerdict => checkProof(read(proof));

/** Where something did not match, as the file calls it. */
function findings(verdict: ProofVerdict): string[] {
  return [verdict, ...verdict.draws].flatMap((part) =>
    mismatchesIn(part).map(({ field }) => field),
  );
}

type Path = (string | number)[];

/** Every single value of a proof. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** What stands where there is nothing: a bit of nothing cannot be changed. */
const insteadOfNull: Record<string, unknown> = {
  prizeId: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  prizeName: 'a',
  sealedAt: '2026-11-15T09:00:00+00:00',
  email: 'a',
};

const insteadOfKind: Record<string, string> = { draw: 'void', void: 'forfeit', forfeit: 'draw' };

/** The value with one bit changed, and still of its kind. */
function oneBitOff(value: unknown, field: string): unknown {
  if (value === null) return insteadOfNull[field];
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value ^ 16;
  const text = value as string;
  if (text === '') return 'a';
  const alike = /^[0-9a-f-]+$/.test(text) ? /[0-9a-f]/ : /[0-9a-zA-Z]/;
  const places = [...text].flatMap((character, at) => (alike.test(character) ? [at] : []));
  const at = field === 'at' || field === 'sealedAt' ? 3 : (places[randomInt(places.length)] ?? 0);
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
  inner[last] = oneBitOff(inner[last], field);
  return copy;
}

const called = (path: Path) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at ? `.${key}` : key)).join('');

const kindAt = (place: Path[number] | undefined) => good.draws[Number(place)]?.kind;

/** `draws[2].roster[0][1]` of a draw and all its like are `draw.roster`. */
const sortOf = ([first, place, ...rest]: Path) =>
  [first === 'draws' ? kindAt(place) : first, ...(first === 'draws' ? rest : [place, ...rest])]
    .filter((key) => typeof key === 'string')
    .join('.');

const ofEvery = (sorts: Record<string, string>) =>
  Object.fromEntries(
    ['draw', 'void', 'forfeit'].flatMap((kind) =>
      Object.entries(sorts).map(([field, told]) => [`${kind}.${field}`, told]),
    ),
  );

/** Which comparison reveals a change without the checksum, for everything that a hash covers. */
const toldBy: Record<string, string> = {
  eventId: 'draws[0].commitment',
  nextNumber: 'nextNumber',
  'sealed.number': 'sealed.number',
  ...ofEvery({
    number: 'number',
    commitment: 'commitment',
    seed: 'commitment',
    previousRecord: 'previousRecord',
    record: 'record',
  }),
  'draw.prizeId': 'record',
  'draw.sealed': 'sealed',
  'draw.rosterSize': 'rosterSize',
  'draw.rosterHash': 'rosterHash',
  'draw.phrase': 'record',
  'draw.winnerIndex': 'winnerIndex',
  'draw.winnerTickets': 'winnerTickets',
  'draw.winnerHash': 'record',
  'draw.winnerSalt': 'winnerHash',
  'draw.winner.name': 'winnerHash',
  'draw.winner.email': 'winnerHash',
  'draw.roster': 'rosterHash',
  'void.prizeId': 'record',
  'void.rosterSize': 'rosterSize',
  'void.rosterHash': 'rosterHash',
  'void.reason': 'record',
  'void.roster': 'rosterHash',
  'forfeit.forfeits': 'record',
  'forfeit.reason': 'record',
};

/** A record of another kind has other fields, so it cannot be read as a record. */
const refused = ['scheme', 'draw.kind', 'void.kind', 'forfeit.kind'];

/**
 * What nothing is computed from, so that only the checksum notices: the words for a prize, the times, and
 * the promises about draws whose seed nobody knows yet.
 */
const checksumOnly = [
  'nextCommitment',
  'sealed.prizeId',
  'sealed.commitment',
  'sealed.rosterSize',
  'sealed.rosterHash',
  'sealed.sealedAt',
  'draw.prizeName',
  'draw.at',
  'void.prizeName',
  'void.at',
  'forfeit.at',
];

describe('a proof', () => {
  it('of the vectors is in order, and so is one with a sealed draw', () => {
    for (const proof of [vectors.proof, good, unsummed]) {
      const verdict = check(proof);
      expect(findings(verdict)).toEqual([]);
      expect(verdict.ok).toBe(true);
      expect(verdict.draws.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  it('without draws is in order', () => {
    const none = { ...vectors.proof, draws: [], nextNumber: 1, checksum: undefined };
    expect(check(none).ok).toBe(true);
  });

  it('is judged record by record', () => {
    const numbers: number[] = [];
    checkProof(read(good), undefined, ({ number }) => numbers.push(number));
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('lists all that was compared, not only what was wrong', () => {
    const [first] = check(good).draws;
    expect(first?.comparisons.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['draws[0].commitment', 'draws[0].rosterHash', 'draws[0].record']),
    );
    expect(first?.comparisons.find(({ field }) => field === 'draws[0].winnerIndex')).toEqual({
      field: 'draws[0].winnerIndex',
      what: 'The winner follows from the seed, the roster and the phrase',
      expected: '6',
      found: '6',
      matches: true,
    });
  });
});

describe('one bit changed', () => {
  const paths = leaves(good);

  it('is tried in every field there is', () => {
    // Only records of winners who were erased say so; `check-rules.test.ts` tries that.
    const { winner: __, erased: ___, ...draw } = drawRecord2.shape;
    const fields = [
      ...['scheme', 'eventId', 'nextNumber', 'nextCommitment', 'checksum'],
      ...Object.keys(good.sealed ?? {}).map((field) => `sealed.${field}`),
      ...Object.keys(draw).map((field) => `draw.${field}`),
      ...['draw.winner.name', 'draw.winner.email', 'draw.roster', 'void.roster'],
      ...Object.keys(voidRecord2.shape).map((field) => `void.${field}`),
      ...Object.keys(forfeitRecord2.shape).map((field) => `forfeit.${field}`),
    ].toSorted();
    expect([...new Set(paths.map(sortOf))].toSorted()).toEqual(fields);
    // `sealedAt` is told in one direction only: see below.
    const cases = [...Object.keys(toldBy), ...refused, ...checksumOnly];
    expect([...cases, 'checksum', 'draw.sealedAt'].toSorted()).toEqual(fields);
  });

  for (const path of paths) {
    const sort = sortOf(path);
    if (refused.includes(sort)) {
      it(`in ${called(path)} makes it no proof`, () => {
        const other = structuredClone(good);
        const record = other.draws[Number(path[1])] as { kind: string } | undefined;
        if (record) record.kind = insteadOfKind[record.kind] as string;
        else Object.assign(other, { scheme: 'drawbridge/3' });
        expect(readProof(JSON.stringify(other))).toHaveProperty('problem');
      });
      continue;
    }

    it(`in ${called(path)} is caught by the checksum`, () => {
      expect(findings(check(changed(good, path)))).toContain('checksum');
    });

    const record = good.draws[Number(path[1])];
    const unsealed = sort === 'draw.sealedAt' && record?.kind === 'draw' && !record.sealed;
    const general = sort === 'draw.prizeName' && record?.kind === 'draw' && !record.prizeId;
    const told = unsealed ? 'sealed' : general ? 'prizeName' : toldBy[sort];
    if (told) {
      it(`in ${called(path)} is caught without the checksum, and it is said where`, () => {
        const where = path[0] === 'draws' ? `draws[${path[1]}].${told}` : told;
        expect(findings(check(changed(unsummed, path)))).toContain(where);
      });
    } else if (sort !== 'checksum') {
      it(`in ${called(path)} is nothing that could be computed`, () => {
        const other = changed(unsummed, path);
        expect(other).not.toEqual(unsummed);
        expect(findings(check(other))).toEqual([]);
      });
    }
  }

  it('anywhere in a file is caught, or makes it no proof at all', () => {
    const file = Buffer.from(JSON.stringify(good));
    // Every run begins elsewhere; THOROUGH=1 tries every byte.
    const step = process.env.THOROUGH ? 1 : 5;
    for (let at = randomInt(step); at < file.length; at += step) {
      const bad = Buffer.from(file);
      bad[at] = (bad[at] as number) ^ (1 << randomInt(8));
      const answer = readProof(bad.toString());
      if ('problem' in answer) continue;
      const was = `byte ${at}: ${bad.subarray(at - 20, at + 20)}`;
      expect(answer.data.checksum, was).not.toBe(checksumOf(answer.data));
    }
  });

  it('of a time is refused where the result is not a time', () => {
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
