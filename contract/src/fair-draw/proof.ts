import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { drawList, drawWithRoster, hash } from '../draws.ts';
import { inOneGo, type Steps } from './steps.ts';

const PEOPLE_STEP = 4096;

/**
 * Everything that is needed to check an event's draws, in one file: the list of draws, each with its
 * roster. The checksum is there for damage and careless edits, also of what no record covers (a
 * prize's name, a time); whoever makes a proof makes its checksum.
 */
export const proof = drawList
  .extend({ draws: z.array(drawWithRoster), checksum: hash.optional() })
  .meta({ id: 'Proof' });

export type Proof = z.infer<typeof proof>;

export function withChecksum(uncertain: Proof): Proof {
  const contents = inOrder(uncertain);
  return { ...contents, checksum: checksumOf(contents) };
}

export function checksumOf(contents: Proof): string {
  return inOneGo(hashProof(contents));
}

/** The hash of a proof's JSON, without spaces and without the checksum itself. */
export function* hashProof(contents: Proof): Steps<string> {
  const hash = startHash();
  for (const piece of textOf(contents)) {
    hash.update(utf8ToBytes(piece));
    yield;
  }
  return bytesToHex(hash.digest());
}

/** The text of a proof file, in pieces: what the checksum is made of, with the checksum at its end. */
export function* writeProof(uncertain: Proof): Steps<string[]> {
  const hash = startHash();
  const pieces: string[] = [];
  for (const piece of textOf(inOrder(uncertain))) {
    hash.update(utf8ToBytes(piece));
    pieces.push(piece);
    yield;
  }
  const brace = pieces.pop();
  return [...pieces, `,"checksum":"${bytesToHex(hash.digest())}"`, `${brace}\n`];
}

const startHash = () => sha256.create().update(utf8ToBytes('drawbridge/1/proof\0'));

/** Parsed, because the order of the fields counts; without the rosters, which have none. */
function inOrder(uncertain: Proof): Proof {
  const bare = uncertain.draws.map((draw) => ({ ...draw, roster: [] }));
  const { checksum: _, ...ordered } = proof.parse({ ...uncertain, draws: bare });
  const draws = ordered.draws.map((draw, index) => ({
    ...draw,
    roster: uncertain.draws[index]?.roster ?? [],
  }));
  return { ...ordered, draws };
}

/**
 * The JSON of a proof in small pieces, because it may hold a million people. `draws` is its last field,
 * and `roster` the last of a draw. The last piece is the closing brace.
 */
function* textOf({ checksum: _, draws, ...rest }: Proof): Generator<string, void> {
  yield JSON.stringify({ ...rest, draws: [] }).slice(0, -2);
  for (const [index, { roster, ...draw }] of draws.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify({ ...draw, roster: [] }).slice(0, -2)}`;
    for (let at = 0; at < roster.length; at += PEOPLE_STEP) {
      const people = JSON.stringify(roster.slice(at, at + PEOPLE_STEP)).slice(1, -1);
      yield `${at > 0 ? ',' : ''}${people}`;
    }
    yield ']}';
  }
  yield ']';
  yield '}';
}

/** Reads a saved proof; what is none comes back with the first thing that is wrong with it. */
export function readProofFile(text: string): { proof: Proof } | { problem: string } {
  let contents: unknown;
  try {
    contents = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const read = proof.safeParse(contents);
  return read.success ? { proof: read.data } : { problem: problemIn(read.error) };
}

/** `draws[0].seed: A hash is 64 hexadecimal digits` */
export function problemIn({ issues: [issue] }: z.ZodError): string {
  const path = (issue?.path ?? [])
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  return path ? `${path}: ${issue?.message}` : (issue?.message ?? 'it is not valid');
}
