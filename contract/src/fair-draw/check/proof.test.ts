import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventFixture } from '../../../vectors/event-fixture.ts';
import type { Vectors } from '../../../vectors/replay-vectors.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };
import { hexesOf } from '../bytes.ts';
import { lineAt } from '../roster.ts';
import { checkProof, loadBeaconCheck } from './check.ts';
import { hasLists, readProof, readRecordLists, writeProof } from './proof.ts';

const vectors = given as Vectors;
const compact = JSON.stringify(vectors.proof);
const pretty = JSON.stringify(vectors.proof, null, 2);
const beacons = await loadBeaconCheck(vectors.proof.draws);

function proofIn(text: string) {
  const read = readProof(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.data;
}

const problemIn = (text: string) => {
  const read = readProof(text);
  return 'problem' in read ? read.problem : undefined;
};

describe('a proof file', () => {
  it('is read the same compact or pretty', () => {
    expect(checkProof(proofIn(compact), beacons).ok).toBe(true);
    expect(proofIn(pretty)).toEqual(proofIn(compact));
  });

  it('has its rosters in compact form, to the last ticket', () => {
    for (const [index, record] of proofIn(pretty).draws.entries()) {
      const original = vectors.proof.draws[index];
      if (!hasLists(record) || !original || !hasLists(original)) continue;
      const { roster, register } = record;
      const lines = [...roster.ends].map((_, at) => hexesOf(lineAt(roster, at).tickets));
      expect(lines).toEqual(original.roster.tickets);
      expect([...roster.chances]).toEqual(original.roster.chances);
      expect(hexesOf(register.won)).toEqual(original.register.won);
    }
  });

  it('may have its fields in any order', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, inner]) => [key, reversed(inner)]),
            )
          : value;
    const text = JSON.stringify(reversed(vectors.proof));
    expect(text).not.toBe(compact);
    expect(checkProof(proofIn(text), beacons).ok).toBe(true);
  });

  it('is written in the text that its checksum is made of', () => {
    const text = [...writeProof(proofIn(pretty))].join('');
    expect(text).toBe(`${compact}\n`);
    const { checksum, ...unsummed } = vectors.proof;
    const hashed = utf8ToBytes(`drawbridge/1/proof\0${JSON.stringify(unsummed)}`);
    expect(checksum).toBe(bytesToHex(sha256(hashed)));
  });

  it('is written and read again with lines of any length, and without draws', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (lengths) => {
        const event = new EventFixture();
        event.draw(lengths.map((length) => crypto.getRandomValues(new Uint8Array(32 * length))));
        const proof = event.proof();
        const text = [...writeProof(proof)].join('');
        expect(proofIn(text)).toEqual({ ...proof, checksum: expect.any(String) });
      }),
      { numRuns: 30 },
    );
    const none = new EventFixture().proof();
    expect(checkProof(proofIn([...writeProof(none)].join(''))).ok).toBe(true);
  });

  it('with 10,000 lines is written in pieces', () => {
    const event = new EventFixture();
    const lines = Array.from({ length: 10_000 }, () => crypto.getRandomValues(new Uint8Array(32)));
    event.draw(lines);
    const pieces = [...writeProof(event.proof())];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300_000);
    expect(checkProof(proofIn(pieces.join(''))).ok).toBe(true);
  });
});

describe('a file that is not a proof', () => {
  const [first] = vectors.proof.draws;
  if (!first || !hasLists(first)) throw new Error('The first record has no lists');
  const { roster } = first;
  const ticket = roster.tickets[0]?.[0] as string;

  it('is distinguished from text that is not JSON, wherever it breaks off', () => {
    for (const text of ['', 'not JSON', '{"draws":[', compact.slice(0, -1), `${compact}]`]) {
      expect(problemIn(text), text).toBe('It is not JSON');
    }
  });

  it('is JSON of something else', () => {
    const other = compact.replace('drawbridge/1', 'drawbridge/0');
    for (const text of ['{}', 'null', '7', '{"photos":[]}', other]) {
      expect(problemIn(text), text).toBe('It is not a proof of draws');
    }
    expect(problemIn(JSON.stringify({ ...vectors.proof, extra: 1 }))).toBe(
      'There is a field that does not belong there',
    );
    expect(problemIn(compact.replace('"nextNumber"', '"extNumber"'))).toBe(
      'nextNumber: The value is missing or of the wrong kind',
    );
  });

  it('is named where it is wrong, in the rosters and registers too', () => {
    const withRecord = (change: object) =>
      JSON.stringify({ ...vectors.proof, draws: [first, { ...first, ...change }] });
    const hash = 'A hash is 64 hexadecimal digits';
    const list = 'draws[1].roster: A roster is a list of lines';
    for (const given of [undefined, null, [], 'roster']) {
      expect(problemIn(withRecord({ roster: given }))).toBe(list);
    }
    for (const [tickets, problem] of [
      [undefined, 'tickets: A roster is a list of lines'],
      [[ticket], 'tickets[0]: A line is a list of tickets'],
      [[[ticket], 7], 'tickets[1]: A line is a list of tickets'],
      [[[ticket], []], 'tickets[1]: A line has at least one ticket'],
      [[[ticket, ticket.slice(1)]], `tickets[0][1]: ${hash}`],
      [[[`${ticket}0`]], `tickets[0][0]: ${hash}`],
      [[[ticket.toUpperCase()]], `tickets[0][0]: ${hash}`],
      [[[null]], 'tickets[0][0]: The value is missing or of the wrong kind'],
      [[[`${ticket.slice(1)}é`]], `tickets[0][0]: ${hash}`],
    ] as const) {
      expect(problemIn(withRecord({ roster: { ...roster, tickets } })), problem).toBe(
        `draws[1].roster.${problem}`,
      );
    }
    const chances = roster.chances.slice(1);
    expect(problemIn(withRecord({ roster: { ...roster, chances } }))).toBe(
      'draws[1].roster: Each line has a name hash and chances',
    );
    expect(problemIn(withRecord({ register: { ...first.register, won: ['x'] } }))).toBe(
      `draws[1].register.won[0]: ${hash}`,
    );
    expect(
      problemIn(
        compact.replace('"draws":[{"kind":"draw","number":1', '"draws":[{"kind":"draw","number":0'),
      ),
    ).toMatch(/^draws\[0\]\.number: /);
  });

  it('is never more than a problem, whatever the JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => problemIn(text) !== undefined));
    expect(problemIn('['.repeat(100_000))).toBe('It is not JSON');
  });
});

it('the answer for one record is read for its lists, and one without them is none', () => {
  const read = readRecordLists(JSON.stringify(vectors.proof.draws[0]));
  const [record] = proofIn(compact).draws;
  if (!record || !hasLists(record)) throw new Error('The first record has no lists');
  expect(read).toEqual({ data: { roster: record.roster, register: record.register } });
  const forfeit = vectors.proof.draws.find(({ kind }) => kind === 'forfeit');
  for (const text of ['{}', 'null', '[]', JSON.stringify(forfeit)]) {
    expect(readRecordLists(text), text).toHaveProperty('problem');
  }
  expect(readProof(JSON.stringify(vectors.proof.draws[0]))).toHaveProperty('problem');
});
