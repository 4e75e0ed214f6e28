import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { eventTag, NOTHING, prizeBytes, tag, text, u8, u32, u64 } from '../bytes.ts';
import type { Seal, SealedDraw } from '../draws.ts';

/** The origin of a draw's randomness besides the seed: nothing, a phrase of the audience, or a public beacon. */
export type Source =
  | { kind: 'none' }
  | { kind: 'phrase' }
  | { kind: 'beacon'; chain: string; round: number };

/** Everything about a draw that is fixed before anybody can know its winners. */
export interface SealFacts {
  number: number;
  commitment: Uint8Array;
  prizeId: string | null;
  prizeName: string | null;
  /** The prize's quantity; 0 for a general draw. */
  quantity: number;
  /** The number of winners of this draw. */
  count: number;
  /** The roll call that everybody in the draw has answered; 0 if none was required. */
  rollCall: number;
  maxChances: number;
  rosterHash: Uint8Array;
  registerHash: Uint8Array;
  /** The time of the seal in milliseconds. */
  sealedAt: number;
  source: Source;
  previousRecord: Uint8Array;
}

export function sealHashOf(eventId: string, seal: SealFacts): Uint8Array {
  return sha256(
    concatBytes(
      eventTag('seal', eventId),
      u32(seal.number),
      seal.commitment,
      prizeBytes(seal.prizeId),
      text(seal.prizeName ?? ''),
      u32(seal.quantity),
      u32(seal.count),
      u32(seal.rollCall),
      u32(seal.maxChances),
      seal.rosterHash,
      seal.registerHash,
      u64(seal.sealedAt),
      sourceBytes(seal.source),
      seal.previousRecord,
    ),
  );
}

/** The facts that a seal's hash covers, in published form. */
export type PublishedSeal = Seal & Pick<SealedDraw, 'number' | 'commitment' | 'previousRecord'>;

/** The hash of a seal, computed from its published facts. */
export function publishedSealHash(eventId: string, seal: PublishedSeal): Uint8Array {
  return sealHashOf(eventId, {
    ...seal,
    commitment: hexToBytes(seal.commitment),
    rosterHash: hexToBytes(seal.rosterHash),
    registerHash: hexToBytes(seal.registerHash),
    sealedAt: Date.parse(seal.sealedAt),
    previousRecord: hexToBytes(seal.previousRecord),
  });
}

function sourceBytes(source: Source): Uint8Array {
  if (source.kind !== 'beacon') return u8(source.kind === 'none' ? 0 : 1);
  return concatBytes(u8(2), hexToBytes(source.chain), u64(source.round));
}

/** The value added to a seal when it is drawn, by its source. */
export type Added =
  | { kind: 'none' }
  | { kind: 'phrase'; phrase: string }
  /** The signature in hex. */
  | { kind: 'beacon'; signature: string };

/** The hash of everything public about a draw when the winners are computed. */
export function inputOf(sealHash: Uint8Array, added: Added): Uint8Array {
  return sha256(concatBytes(tag('draw'), sealHash, addedBytes(added)));
}

function addedBytes(added: Added): Uint8Array {
  if (added.kind === 'none') return NOTHING;
  return added.kind === 'phrase' ? text(added.phrase) : randomnessOf(added.signature);
}

/** The randomness of a beacon, which is the hash of its signature. */
export const randomnessOf = (signature: string): Uint8Array => sha256(hexToBytes(signature));
