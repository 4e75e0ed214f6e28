// Rules for phone numbers that need no library, so that the public form can use them.

export const PHONE_MIN = 10;
export const PHONE_MAX = 20;
/** Fewer digits than this are no phone number, unless the event's country has shorter ones. */
export const PHONE_DIGITS_MIN = 7;
/** The shortest national numbers there are (St Helena, Tokelau). */
export const PHONE_SHORTEST = 4;

/**
 * The form in which phone numbers are stored and shown. Spaces, hyphens, parentheses and plus signs go;
 * a British number in its international form becomes the national one. `phone-key.ts` has the form in
 * which they are compared.
 */
export function normalisePhone(typed: string): string {
  const digits = typed.replace(/[ \-()+]/g, '');
  return /^44\d{10}$/.test(digits) ? `0${digits.slice(2)}` : digits;
}

/** What is wrong with a typed number; `min` is the event's `phoneMinLength`. */
export function phoneProblem(typed: string, min: number = PHONE_MIN): string | undefined {
  const length = [...typed].length;
  const tooShort = `Phone number must be at least ${PHONE_MIN} digits`;
  if (length < min) return tooShort;
  if (length > PHONE_MAX) return 'Phone number is too long';
  if (!/^[0-9 +\-()]*$/.test(typed)) {
    return 'Phone number can only contain digits, spaces, and +-() characters';
  }
  return normalisePhone(typed).length < Math.min(min, PHONE_DIGITS_MIN) ? tooShort : undefined;
}
