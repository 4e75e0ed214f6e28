// The notation of docs/fair-draw-spec.md: how values become the bytes that are hashed.
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { SCHEME } from './scheme.ts';

export const HASH_BYTES = 32;

/** The previous record of an event's first record. */
export const NO_RECORD = new Uint8Array(HASH_BYTES);
const NO_PRIZE = new Uint8Array(16);
export const NOTHING = new Uint8Array(0);

const utf8 = new TextEncoder();

/** The first bytes of every hash: the scheme and the kind of the hashed value. */
export const tag = (name: string): Uint8Array => utf8.encode(`${SCHEME}/${name}\0`);

/** The tag and the event, with which most formulas begin. */
export const eventTag = (name: string, eventId: string): Uint8Array =>
  concatBytes(tag(name), idBytes(eventId));

export const u8 = (value: number): Uint8Array => Uint8Array.of(value);

export function u32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export function u64(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The 16 bytes of a UUID. */
export function idBytes(id: string): Uint8Array<ArrayBuffer> {
  return hexToBytes(id.replaceAll('-', ''));
}

export const prizeBytes = (prizeId: string | null): Uint8Array =>
  prizeId === null ? NO_PRIZE : idBytes(prizeId);

/** A text with its length before it, so that it cannot run into the bytes that follow. */
export function text(value: string): Uint8Array<ArrayBuffer> {
  const bytes = utf8.encode(value.normalize('NFC'));
  return concatBytes(u32(bytes.length), bytes);
}

/** Hashes, one after the other, in the form in which they are published. */
export function hexesOf(hashes: Uint8Array): string[] {
  const hex = bytesToHex(hashes);
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, index) =>
    hex.slice(index * 2 * HASH_BYTES, (index + 1) * 2 * HASH_BYTES),
  );
}

/** Hashes from their published form, one after the other. */
export const hashesFrom = (hexes: readonly string[]): Uint8Array => hexToBytes(hexes.join(''));

/** The hash at this index of a list of hashes. */
export const hashAt = (hashes: Uint8Array, index: number): Uint8Array =>
  hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);

/** Compares two hashes byte by byte, as a sort function does. */
export function compareHashes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < HASH_BYTES; at += 1) {
    const difference = (one[at] as number) - (other[at] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** True if hashes are in strictly ascending order, so that none occurs twice. */
export function areSorted(hashes: Uint8Array): boolean {
  for (let index = 1; index < hashes.length / HASH_BYTES; index += 1) {
    if (compareHashes(hashAt(hashes, index - 1), hashAt(hashes, index)) >= 0) return false;
  }
  return true;
}

/** The digits of a hash that people compare by eye, on the wall and on phones. */
export const fingerprintOf = (hash: string): string => hash.slice(0, 8);
