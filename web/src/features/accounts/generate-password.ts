/** Without characters that look alike: a password is often read from one screen and typed on another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 5;

/** A random password of twenty characters, nearly 100 bits: `k7mqp-…`. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, randomCharacter).join(''),
  ).join('-');
}

function randomCharacter(): string {
  // The highest values are drawn again, so that every character is equally likely.
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (value < limit) return ALPHABET[value % ALPHABET.length] as string;
  }
}
