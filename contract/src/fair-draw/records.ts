// The chain of an event's records. The seed of each record is fixed before it, and its hash is included in the next
// one.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { eventTag, tag, text, u32, u64 } from './bytes.ts';

/** The seed of record `number`, which only the server knows until it is published. */
export function seedOf(secret: Uint8Array, eventId: string, number: number): Uint8Array {
  return hmac(sha256, secret, concatBytes(eventTag('seed', eventId), u32(number)));
}

/** Proves that the seed was fixed before the draw, without revealing it. */
export function commitmentOf(eventId: string, number: number, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(eventTag('commit', eventId), u32(number), seed));
}

export function drawRecordOf(draw: {
  input: Uint8Array;
  seed: Uint8Array;
  /** The winners in the order in which they were drawn. */
  winners: readonly { index: number; person: Uint8Array }[];
}): Uint8Array {
  const { input, seed, winners } = draw;
  return sha256(
    concatBytes(
      tag('record'),
      input,
      seed,
      u32(winners.length),
      ...winners.flatMap(({ index, person }) => [u32(index), person]),
    ),
  );
}

/** The hash of a void record. The time is in milliseconds. */
export function voidRecordOf(sealHash: Uint8Array, at: number, reason: string): Uint8Array {
  return sha256(concatBytes(tag('void'), sealHash, u64(at), text(reason)));
}

export function forfeitRecordOf(
  eventId: string,
  forfeit: {
    number: number;
    /** The number of the draw whose winner forfeits, and the index of the winner, from 0 on. */
    forfeits: number;
    place: number;
    reason: string;
    previousRecord: Uint8Array;
  },
): Uint8Array {
  const { number, forfeits, place, reason, previousRecord } = forfeit;
  return sha256(
    concatBytes(
      eventTag('forfeit', eventId),
      u32(number),
      u32(forfeits),
      u32(place),
      text(reason),
      previousRecord,
    ),
  );
}

/** The hash of the record that a restored backup appends. */
export function restoredRecordOf(
  eventId: string,
  restored: {
    number: number;
    registerHash: Uint8Array;
    reason: string;
    previousRecord: Uint8Array;
  },
): Uint8Array {
  const { number, registerHash, reason, previousRecord } = restored;
  return sha256(
    concatBytes(
      eventTag('restored', eventId),
      u32(number),
      registerHash,
      text(reason),
      previousRecord,
    ),
  );
}
