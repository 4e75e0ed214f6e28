import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventFixture } from '../../vectors/event-fixture.ts';
import type { Vectors } from '../../vectors/replay-vectors.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };
import { checkProof } from './check.ts';
import { ProofReader, RosterReader, readProofFile, writeProof } from './proof.ts';
import { hexLine, lineAt, rosterFrom } from './roster.ts';

const vectors = given as Vectors;
const compact = JSON.stringify(vectors.proof);
const pretty = JSON.stringify(vectors.proof, null, 2);

function readInPieces(text: string, size: number): ReturnType<ProofReader['end']> {
  const reader = new ProofReader();
  const bytes = utf8ToBytes(text);
  for (let at = 0; at < bytes.length; at += size) {
    if (!reader.push(bytes.subarray(at, at + size))) break;
  }
  return reader.end();
}

function proofIn(text: string, size = text.length) {
  const read = readInPieces(text, size);
  if ('problem' in read) throw new Error(read.problem);
  return read.proof;
}

const problemIn = (text: string, size = text.length) => {
  const read = readInPieces(text, size);
  return 'problem' in read ? read.problem : undefined;
};

describe('a proof file', () => {
  it('is read the same in pieces of any size, compact or pretty', () => {
    const whole = proofIn(compact);
    expect(checkProof(whole).ok).toBe(true);
    for (const text of [compact, pretty, pretty.replaceAll('\n', '\r\n\t')]) {
      for (const size of [1, 7, 64, 4096]) expect(proofIn(text, size)).toEqual(whole);
    }
  });

  it('has its rosters in compact form, to the last ticket', () => {
    for (const [place, record] of proofIn(pretty, 7).draws.entries()) {
      const original = vectors.proof.draws[place];
      if (record.kind === 'forfeit' || original?.kind === 'forfeit') continue;
      const { roster } = record;
      const lines = [...roster.ends].map((_, at) => hexLine(lineAt(roster, at)));
      expect(lines).toEqual(original?.roster);
    }
  });

  it('may have its fields in any order, and a byte order mark', () => {
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
    expect(checkProof(proofIn(`\ufeff${text}`)).ok).toBe(true);
  });

  it('takes texts as they are, also those that look like a roster', () => {
    const tricky = String.raw`"roster":[["x"]],\u0022roster\u0022:[ \\" ]}{][`;
    const event = new EventFixture();
    event.draw([new Uint8Array(32)], {
      prizeId: event.eventId,
      prizeName: tricky,
      phrase: '"roster":[[',
    });
    const text = [...writeProof(event.proof())].join('');
    for (const size of [1, 7, 4096]) {
      const proof = proofIn(text, size);
      expect(proof.draws[0]).toMatchObject({ prizeName: tricky, phrase: '"roster":[[' });
      expect(checkProof(proof).ok).toBe(true);
    }
  });

  it('is written in the text that its checksum is made of', () => {
    const text = [...writeProof(proofIn(pretty))].join('');
    expect(text).toBe(`${compact}\n`);
    const { checksum, ...unsummed } = vectors.proof;
    const hashed = utf8ToBytes(`drawbridge/2/proof\0${JSON.stringify(unsummed)}`);
    expect(checksum).toBe(bytesToHex(sha256(hashed)));
  });

  it('is written and read again with lines of any length, and without draws', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (lengths) => {
        const event = new EventFixture();
        event.draw(lengths.map((length) => crypto.getRandomValues(new Uint8Array(32 * length))));
        const proof = event.proof();
        const text = [...writeProof(proof)].join('');
        expect(proofIn(text, 999)).toEqual({ ...proof, checksum: expect.any(String) });
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
    expect(checkProof(proofIn(pieces.join(''), 65_536)).ok).toBe(true);
  });
});

describe('a file that is not a proof', () => {
  const first = vectors.proof.draws[0] as { roster: string[][] };
  const ticket = first.roster[0]?.[0] as string;

  it('is told from JSON that is broken, wherever it breaks off', () => {
    const broken = /^It (is not JSON|ends too early)$/;
    for (const text of [
      '',
      'not JSON',
      '[',
      ']',
      '{"draws":[',
      '}}',
      '"',
      '{"a":"\\',
      'null null',
    ]) {
      for (const size of [1, 4096]) expect(problemIn(text, size), text).toMatch(broken);
    }
    for (let at = 1; at < compact.length - 1; at += 97) {
      expect(problemIn(compact.slice(0, at)), String(at)).toBe('It ends too early');
    }
    expect(problemIn(`${compact}]`)).toBe('It is not JSON');
    expect(problemIn(compact.replace(`["${ticket}"`, `["${ticket}",`))).toBeDefined();
  });

  it('is JSON of something else', () => {
    const first = compact.replace('drawbridge/2', 'drawbridge/1');
    for (const text of ['{}', 'null', '7', '{"photos":[]}', first]) {
      expect(problemIn(text), text).toBe('It is not a proof of version 2');
    }
    expect(problemIn(JSON.stringify({ ...vectors.proof, extra: 1 }))).toBe(
      'There is a field that does not belong there',
    );
    expect(problemIn(compact.replace('"nextNumber"', '"extNumber"'))).toBe(
      'nextNumber: The value is missing or of the wrong kind',
    );
  });

  it('is named where it is wrong, in the rosters too', () => {
    const [other] = vectors.proof.draws;
    const withRoster = (roster: unknown) =>
      JSON.stringify({ ...vectors.proof, draws: [other, { ...other, roster }] });
    const hash = 'A hash is 64 hexadecimal digits';
    for (const [roster, problem] of [
      [undefined, 'draws[1].roster: The roster is missing'],
      [null, 'draws[1].roster: A roster is a list of lines'],
      [0, 'draws[1].roster: A roster is a list of lines'],
      ['[]', 'draws[1].roster: A roster is a list of lines'],
      [{}, 'draws[1].roster: A roster is a list of lines'],
      [[ticket], 'draws[1].roster[0]: A line is a list of tickets'],
      [[[ticket], 7], 'draws[1].roster[1]: A line is a list of tickets'],
      [[[ticket], []], 'draws[1].roster[1]: A line has at least one ticket'],
      [[[ticket, ticket.slice(1)]], `draws[1].roster[0][1]: ${hash}`],
      [[[`${ticket}0`]], `draws[1].roster[0][0]: ${hash}`],
      [[[ticket.toUpperCase()]], `draws[1].roster[0][0]: ${hash}`],
      [[[null]], `draws[1].roster[0][0]: ${hash}`],
      [[[[ticket]]], `draws[1].roster[0][0]: ${hash}`],
      [[[`${ticket.slice(1)}é`]], `draws[1].roster[0][0]: ${hash}`],
    ] as const) {
      for (const size of [1, 7, 4096]) {
        expect(problemIn(withRoster(roster), size), JSON.stringify(roster)).toBe(problem);
      }
    }
    expect(problemIn(compact.replace(`"seed":"`, `"seed":"x`))).toBe(`draws[0].seed: ${hash}`);
  });

  it('has a roster that is broken JSON', () => {
    for (const [from, to] of [
      ['"roster":[[', '"roster":[,['],
      ['"roster":[[', '"roster":[[,'],
      ['"]]', '"],]'],
      ['"]]', '",]]'],
      ['"]]', '"] 7]'],
      ['"]]', '" 7]]'],
    ] as const) {
      const text = compact.replace(from, to);
      expect(text).not.toBe(compact);
      expect(problemIn(text), `${from} ${to}`).toBeDefined();
    }
  });

  it('has keys that other readers could understand differently', () => {
    // However a name is written, it is the same name.
    const escaped = String.raw`"\u0072oster"`;
    expect(proofIn(compact.replaceAll('"roster"', escaped), 7)).toEqual(proofIn(compact, 4096));
    for (const [from, to, where] of [
      ['"scheme"', '"scheme":"x","scheme"', 'scheme'],
      ['"seed"', '"seed":"x","seed"', 'draws[0].seed'],
      ['"roster"', '"roster":[],"roster"', 'draws[0].roster'],
      ['"roster"', `"roster":[],${escaped}`, 'draws[0].roster'],
      ['"email"', '"email":null,"email"', 'draws[0].winner.email'],
    ] as const) {
      const text = compact.replace(from, to);
      expect(problemIn(text), where).toBe(`${where}: The field is there twice`);
    }
  });

  it('has something after a roster that would lengthen a number', () => {
    for (const more of ['0', 'e0', '.0']) {
      expect(problemIn(compact.replaceAll('"]]', `"]]${more}`)), more).toBe('It is not JSON');
    }
  });

  it('may be nested deeply or be no UTF-8', () => {
    expect(problemIn('['.repeat(100_000), 4096)).toBe('It is nested too deeply');
    const reader = new ProofReader();
    reader.push(Uint8Array.of(0x22, 0xff, 0xff, 0xff, 0xff, 0x22));
    expect(reader.end()).toEqual({ problem: 'It is not JSON' });
  });

  it('is never more than a problem, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const reader = new ProofReader();
        for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
        expect(reader.end()).toHaveProperty('problem');
      }),
    );
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect(problemIn(text, size)).toBeDefined();
      }),
    );
  });
});

describe('the answer for one record', () => {
  const first = vectors.proof.draws[0] as { roster: string[][] };

  it('is read for its roster', () => {
    const reader = new RosterReader();
    for (const byte of utf8ToBytes(JSON.stringify(first))) reader.push(Uint8Array.of(byte));
    expect(reader.end()).toEqual({ roster: rosterFrom(first.roster) });
  });

  it('without a roster is none', () => {
    for (const text of ['{}', 'null', '[]', JSON.stringify(vectors.proof.draws[4])]) {
      const reader = new RosterReader();
      reader.push(utf8ToBytes(text));
      expect(reader.end(), text).toHaveProperty('problem');
    }
    expect(readProofFile(JSON.stringify(first))).toHaveProperty('problem');
  });
});
