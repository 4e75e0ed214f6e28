/** Scripts in which a full name is written without a space. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]{2,}/u;

/** The short form of a name, for people who have not agreed to show more: `Amara O.` */
export function shortName(name: string): string {
  const parts = (separator: RegExp) => name.split(separator).filter(Boolean);
  const words = parts(/[\s\p{Cf}]+/u);
  // One word can contain two names: `Frank-Last`, `Dave_Last`.
  const [first = '', ...others] = words.length > 1 ? words : parts(/[\s\p{Cf}\p{P}]+/u);
  const initial = [...(others.at(-1) ?? '')][0];
  if (initial) return `${first} ${initial.toUpperCase()}.`;
  return unspaced.test(first) ? `${[...first][0]}…` : first;
}
