import { randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { drawWithRoster, sealedDraw } from '../draws.ts';
import { checkProof, mismatchesIn, type ProofVerdict } from './check.ts';
import { checksumOf, type Proof, proof, readProofFile, withChecksum, writeProof } from './proof.ts';
import { inOneGo } from './steps.ts';
import vectors from './vectors.json' with { type: 'json' };

/** Three draws (for a prize, voided, with a phrase) and a fourth that is sealed. */
const good: Proof = withChecksum({
  ...vectors.proof,
  nextNumber: 5,
  nextCommitment: bytesToHex(randomBytes(32)),
  sealed: {
    number: 4,
    prizeId: '16fd2706-8baf-433b-82eb-8c7fada847da',
    commitment: vectors.proof.nextCommitment,
    rosterSize: 2,
    rosterHash: bytesToHex(randomBytes(32)),
  },
});
const { checksum: _, ...unsummed } = good;

const check = (given: unknown): ProofVerdict => inOneGo(checkProof(proof.parse(given)));

/** Where the arithmetic found something, as the file calls it. */
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
  winnerIndex: 0,
  voidReason: 'a',
};

/** The value with one bit changed, and still of its kind. */
function oneBitOff(value: unknown, field: string): unknown {
  if (value === null) return insteadOfNull[field];
  if (typeof value === 'number') return value ^ 8;
  const text = value as string;
  if (text === '') return 'a';
  const alike = /^[0-9a-f-]+$/.test(text) ? /[0-9a-f]/ : /[0-9a-zA-Z]/;
  const places = [...text].flatMap((character, at) => (alike.test(character) ? [at] : []));
  // A time stays a time when its seconds change.
  const at = field === 'drawnAt' ? 18 : (places[randomInt(places.length)] as number);
  const others = [1, 2, 4].map((bit) => String.fromCharCode(text.charCodeAt(at) ^ bit));
  const other = others.find((character) => alike.test(character)) as string;
  return text.slice(0, at) + other + text.slice(at + 1);
}

function changed(given: object, path: Path): object {
  const copy = structuredClone(given);
  let inner = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) inner = inner[key] as typeof inner;
  const last = path.at(-1) as string | number;
  const field = String(path.findLast((key) => typeof key === 'string'));
  inner[last] = oneBitOff(inner[last], field);
  return copy;
}

const called = (path: Path) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at ? `.${key}` : key)).join('');
/** `draws[2].roster[0]` and all its like are `draws.roster`. */
const kindOf = (path: Path) => path.filter((key) => typeof key === 'string').join('.');

/** Which finding tells of a change, for every kind of field that the arithmetic covers. */
const toldBy: Record<string, string> = {
  eventId: 'draws[0].commitment',
  nextNumber: 'nextNumber',
  'sealed.number': 'sealed.number',
  'draws.number': 'number',
  'draws.prizeId': 'record',
  'draws.commitment': 'commitment',
  'draws.seed': 'commitment',
  'draws.rosterSize': 'rosterSize',
  'draws.rosterHash': 'rosterHash',
  'draws.roster': 'rosterHash',
  'draws.phrase': 'record',
  'draws.previousRecord': 'previousRecord',
  'draws.record': 'record',
  'draws.winnerIndex': 'winnerIndex',
  'draws.winnerTickets': 'winnerTickets',
  'draws.voidReason': 'record',
};

/**
 * What nothing is computed from, so that only the checksum notices: the words for a prize, the time, and
 * the promises about draws whose seed nobody knows yet.
 */
const checksumOnly = [
  'nextCommitment',
  'sealed.prizeId',
  'sealed.commitment',
  'sealed.rosterSize',
  'sealed.rosterHash',
  'draws.prizeName',
  'draws.drawnAt',
];

describe('a proof', () => {
  it('of the vectors is in order, and so is one with a sealed draw', () => {
    for (const given of [vectors.proof, good, unsummed]) {
      const verdict = check(given);
      expect(findings(verdict)).toEqual([]);
      expect(verdict).toMatchObject({
        ok: true,
        draws: [{ number: 1 }, { number: 2 }, { number: 3 }],
      });
    }
  });

  it('without draws is in order', () => {
    expect(check({ ...vectors.proof, draws: [], nextNumber: 1, checksum: undefined }).ok).toBe(
      true,
    );
  });

  it('is judged draw by draw, with pauses', () => {
    const numbers: number[] = [];
    const steps = checkProof(good, ({ number }) => numbers.push(number));
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(numbers).toEqual([1, 2, 3]);
    expect(pauses).toBeGreaterThanOrEqual(3);
  });

  it('lists all that was compared, not only what was wrong', () => {
    const [first] = check(good).draws;
    expect(first?.comparisons.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['draws[0].commitment', 'draws[0].rosterHash', 'draws[0].record']),
    );
    expect(first?.comparisons.find(({ field }) => field === 'draws[0].winnerIndex')).toEqual({
      field: 'draws[0].winnerIndex',
      what: 'The winner follows from the seed, the roster and the phrase',
      expected: '2',
      found: '2',
      matches: true,
    });
  });
});

describe('one bit changed', () => {
  const paths = leaves(good);

  it('is tried in every field there is', () => {
    const kinds = new Set(paths.map(kindOf));
    const { draws, sealed, ...top } = proof.shape;
    expect([...kinds].toSorted()).toEqual(
      [
        ...Object.keys(top),
        ...Object.keys(sealedDraw.shape).map((field) => `sealed.${field}`),
        ...Object.keys(drawWithRoster.shape).map((field) => `draws.${field}`),
      ].toSorted(),
    );
    const cases = [...Object.keys(toldBy), ...checksumOnly, 'checksum'];
    expect(cases.toSorted()).toEqual([...kinds].toSorted());
  });

  for (const path of paths) {
    const kind = kindOf(path);
    it(`in ${called(path)} is caught by the checksum`, () => {
      expect(findings(check(changed(good, path)))).toContain('checksum');
    });

    const isVoid = kind === 'draws.phrase' && good.draws[Number(path[1])]?.voidReason !== null;
    const told = isVoid ? 'phrase' : toldBy[kind];
    if (told) {
      it(`in ${called(path)} is caught by the arithmetic alone, which says where`, () => {
        const where = kind.startsWith('draws.') ? `draws[${path[1]}].${told}` : told;
        expect(findings(check(changed(unsummed, path)))).toContain(where);
      });
    } else if (kind !== 'checksum') {
      it(`in ${called(path)} is nothing that could be computed`, () => {
        const other = changed(unsummed, path);
        expect(other).not.toEqual(unsummed);
        expect(findings(check(other))).toEqual([]);
      });
    }
  }

  it('anywhere in a file is caught, or makes it no proof at all', () => {
    const file = Buffer.from(JSON.stringify(good, null, 2));
    for (let at = 0; at < file.length; at += 1) {
      const bad = Buffer.from(file);
      bad[at] = (bad[at] as number) ^ (1 << randomInt(8));
      let given: unknown;
      try {
        given = JSON.parse(bad.toString());
      } catch {
        continue;
      }
      const read = proof.safeParse(given);
      if (!read.success) continue;
      const was = `byte ${at}: ${bad.subarray(at - 20, at + 20)}`;
      expect(read.data.checksum, was).not.toBe(checksumOf(read.data));
    }
  });

  it('of a time that cannot be read any more is told', () => {
    const draws = unsummed.draws.map((draw) => ({ ...draw, drawnAt: 'yesterday evening' }));
    expect(findings(check({ ...unsummed, draws }))).toContain('draws[0].drawnAt');
  });
});

describe('a checksum', () => {
  it('does not depend on the order of the fields or on spaces', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([k, v]) => [k, reversed(v)]),
            )
          : value;
    expect(JSON.stringify(reversed(good))).not.toBe(JSON.stringify(good));
    expect(check(reversed(good)).ok).toBe(true);
  });

  it('is the hash of the JSON without spaces', () => {
    const text = `drawbridge/1/proof\0${JSON.stringify(unsummed)}`;
    expect(good.checksum).toBe(bytesToHex(sha256(utf8ToBytes(text))));
  });

  it('stands at the end of a file that is otherwise the text it was made of', () => {
    const file = inOneGo(writeProof(good)).join('');
    const text = JSON.stringify(unsummed);
    expect(file).toBe(`${text.slice(0, -1)},"checksum":"${good.checksum}"}\n`);
    expect(readProofFile(file)).toEqual({ proof: good });
    const none = { ...unsummed, draws: [], sealed: null, nextNumber: 1 };
    expect(readProofFile(inOneGo(writeProof(none)).join(''))).toEqual({
      proof: withChecksum(none),
    });
  });

  it('is made anew for a proof that had one', () => {
    expect(withChecksum({ ...good, checksum: '0'.repeat(64) })).toEqual(good);
  });
});
