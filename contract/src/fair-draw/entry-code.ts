// A separate module, because the public form needs this part of the fair draw and nothing else.

export const CODE_BYTES = 16;

/** Crockford's base32 leaves out I, L, O and U, which are easily misread or form words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;
const LENGTH = Math.ceil((CODE_BYTES * 8) / 5);

/** Formats an entry code so that people can read it out, in groups of five: `7Z2QK-…`. */
export function writeEntryCode(entry: Uint8Array): string {
  let code = '';
  let bits = 0;
  let count = 0;
  for (let index = 0; index < LENGTH; index += 1) {
    if (count < 5) {
      // The last character holds the remaining bits, padded with zeros.
      bits = ((bits << 8) | (entry[(index * 5 + count) >> 3] ?? 0)) & 0xfff;
      count += 8;
    }
    count -= 5;
    if (index > 0 && index % GROUP === 0) code += '-';
    code += ALPHABET[(bits >> count) & 31];
  }
  return code;
}

/** Normalises a typed code: any case, spaces and hyphens are allowed, O stands for 0, and I or L for 1. */
export function normaliseCode(typed: string): string {
  return (
    typed
      .toUpperCase()
      // Text copied from word processors may contain other hyphens and invisible characters.
      .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1')
  );
}

/** Parses a typed code. */
export function readEntryCode(typed: string): Uint8Array | undefined {
  const characters = normaliseCode(typed);
  if (characters.length !== LENGTH) return undefined;
  const entry = new Uint8Array(CODE_BYTES);
  let bits = 0;
  let count = 0;
  let length = 0;
  for (const character of characters) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    entry[length] = bits >> count;
    length += 1;
  }
  // The bits after the last byte are not part of the code.
  return bits & ((1 << count) - 1) ? undefined : entry;
}

/** Makes a code on the entrant's device. A server could give two people the same one. */
export function newEntryCode(): string {
  return writeEntryCode(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
}
