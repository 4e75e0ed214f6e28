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
  return inOneGo(addChecksum(uncertain));
}

export function* addChecksum(uncertain: Proof): Steps<Proof> {
  // Parsed, because the order of the fields counts; without the rosters, which have no fields.
  const bare = uncertain.draws.map((draw) => ({ ...draw, roster: [] }));
  const { checksum: _, ...ordered } = proof.parse({ ...uncertain, draws: bare });
  const draws = ordered.draws.map((draw, index) => ({
    ...draw,
    roster: uncertain.draws[index]?.roster ?? [],
  }));
  const contents = { ...ordered, draws };
  return { ...contents, checksum: yield* hashProof(contents) };
}

export function checksumOf(summed: Proof): string {
  return inOneGo(hashProof(summed));
}

/**
 * The hash of a proof's JSON without spaces. Draw by draw, because a proof may hold a million people;
 * `draws` is the last field, so that the text of one draw follows upon the other.
 */
export function* hashProof({ checksum: _, draws, ...rest }: Proof): Steps<string> {
  const hash = sha256.create();
  const add = (text: string) => hash.update(utf8ToBytes(text));
  add(`drawbridge/1/proof\0${JSON.stringify({ ...rest, draws: [] }).slice(0, -2)}`);
  for (const [index, { roster, ...draw }] of draws.entries()) {
    add(`${index > 0 ? ',' : ''}${JSON.stringify({ ...draw, roster: [] }).slice(0, -2)}`);
    for (let at = 0; at < roster.length; at += PEOPLE_STEP) {
      const people = JSON.stringify(roster.slice(at, at + PEOPLE_STEP)).slice(1, -1);
      add(`${at > 0 ? ',' : ''}${people}`);
      yield;
    }
    add(']}');
  }
  add(']}');
  return bytesToHex(hash.digest());
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
