// Rules for phone numbers that need no library, so that the public form can use them.

import {
  lengthOf,
  PHONE_MIN,
  PHONE_NOT_VALID,
  PHONE_TOO_SHORT,
} from '../core/inputs/form-rules.ts';

const PHONE_MAX = 20;
/** The minimum number of digits, unless the event's country has shorter numbers. */
const PHONE_DIGITS_MIN = 7;
/** The length of the world's shortest national numbers (St Helena, Tokelau). */
export const PHONE_SHORTEST = 4;

/**
 * The message for a number that is shorter than the usual minimum and not valid at the event. `min` is the event's
 * `phoneMinLength`; in countries with shorter numbers, the length is not the problem. British numbers have at least the
 * usual length, except for a few that are not mobile numbers.
 */
export function shortPhoneSentence(country: string, min: number): string {
  return min < PHONE_MIN && country !== 'GB' ? PHONE_NOT_VALID : PHONE_TOO_SHORT;
}

/**
 * The form in which phone numbers are stored and shown. Spaces, hyphens, parentheses and plus signs are
 * removed; a British number in international form becomes a national one. `phone-key.ts` has the form
 * used for comparing numbers.
 */
export function normalisePhone(typed: string): string {
  const digits = typed.replace(/[ \-()+]/g, '');
  return /^44\d{10}$/.test(digits) ? `0${digits.slice(2)}` : digits;
}

/** The problem with a typed number, if any; `min` is the event's `phoneMinLength`. */
export function phoneProblem(
  typed: string,
  min: number = PHONE_MIN,
  tooShort: string = PHONE_TOO_SHORT,
): string | undefined {
  const length = lengthOf(typed);
  if (length < min) return tooShort;
  if (length > PHONE_MAX) return 'Phone number is too long';
  if (!/^[0-9 +\-()]*$/.test(typed)) {
    return 'Phone number can only contain digits, spaces, and +-() characters';
  }
  return normalisePhone(typed).length < Math.min(min, PHONE_DIGITS_MIN) ? tooShort : undefined;
}
