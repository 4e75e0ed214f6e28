/** Scripts that write a full name without spaces. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}]';
const unspacedName = new RegExp(`^${unspaced}{2}`, 'u');
const unspacedStart = new RegExp(`^${unspaced}…$`, 'u');

/** True if a name is a short form, as published without a salt: `Amara`, `Amara O.` or `王…`. */
export function isShortName(name: string): boolean {
  const [, initial] = /^[^\s\p{Cf}]+ ([^\s\p{Cf}]{1,3})\.$/u.exec(name) ?? [];
  if (initial !== undefined) return [...initial].length === 1 || isCapital(initial);
  if (unspacedStart.test(name)) return true;
  // The short form is empty if the name was only punctuation.
  return /^[^\s\p{Cf}\p{P}]*$/u.test(name) && !unspacedName.test(name);
}

/** A few letters have a capital of two or three letters: the capital of `ß` is `SS`. */
function isCapital(text: string): boolean {
  for (let code = 0x80; code < 0x1_0000; code += 1) {
    if (String.fromCharCode(code).toUpperCase().normalize() === text) return true;
  }
  return false;
}

/** `a***@e***.com` */
export function isMaskedEmail(email: string): boolean {
  return /^[^\s@]\*{3}@[^\s@]\*{3}\.[^\s@.]+$/u.test(email);
}
