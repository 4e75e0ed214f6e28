// A separate module, because the public form needs this part of the fair draw and nothing else.

export const CODE_BYTES = 16;

/** Crockford's base32 leaves out I, L, O and U, which are easily misread or form words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;
const LENGTH = Math.ceil((CODE_BYTES * 8) / 5);

/** Formats an entry code so that people can read it out, in groups of five: `7Z2QK-…`. */
export function writeEntryCode(entry: Uint8Array): string {
  let bits = 0n;
  for (const byte of entry) bits = (bits << 8n) | BigInt(byte);
  // The last character holds the remaining bits, padded with zeros.
  bits <<= BigInt(LENGTH * 5 - CODE_BYTES * 8);
  let code = '';
  for (let place = LENGTH - 1; place >= 0; place -= 1) {
    code += ALPHABET[Number((bits >> BigInt(place * 5)) & 31n)];
    if ((LENGTH - place) % GROUP === 0 && place > 0) code += '-';
  }
  return code;
}

/** Parses a typed code in any case, with any spaces and hyphens, O for 0, and I or L for 1. */
export function readEntryCode(typed: string): Uint8Array | undefined {
  const characters = typed
    .toUpperCase()
    // Text copied from word processors may contain other hyphens and invisible characters.
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (characters.length !== LENGTH) return undefined;
  let bits = 0n;
  for (const character of characters) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    bits = (bits << 5n) | BigInt(value);
  }
  const spare = BigInt(LENGTH * 5 - CODE_BYTES * 8);
  if (bits & ((1n << spare) - 1n)) return undefined;
  bits >>= spare;
  return Uint8Array.from({ length: CODE_BYTES }, (_, index) =>
    Number((bits >> BigInt((CODE_BYTES - 1 - index) * 8)) & 255n),
  );
}

/** Makes a code on the entrant's device: a server could give two people the same one. */
export function newEntryCode(): string {
  return writeEntryCode(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
}
