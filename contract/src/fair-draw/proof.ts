import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { drawList, drawWithRoster, hash } from '../draws.ts';

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
  // Parsed, because the order of the fields counts.
  const { checksum: _, ...contents } = proof.parse(uncertain);
  return { ...contents, checksum: checksumOf(contents) };
}

export function checksumOf({ checksum: _, ...contents }: Proof): string {
  return bytesToHex(sha256(utf8ToBytes(`drawbridge/1/proof\0${JSON.stringify(contents)}`)));
}
