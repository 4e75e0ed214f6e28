// Characters for tests with arbitrary text.
import fc from 'fast-check';

/**
 * Any character of Unicode. fast-check's own `binary` is the same, but creates a table of all of them for every
 * arbitrary that uses it.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
