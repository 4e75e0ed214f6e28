/**
 * The form in which phone numbers are stored and compared. Spaces, hyphens, parentheses and plus
 * signs go; a British number in its international form becomes the national one.
 */
export function normalisePhone(typed: string): string {
  const digits = typed.replace(/[ \-()+]/g, '');
  return /^44\d{10}$/.test(digits) ? `0${digits.slice(2)}` : digits;
}
