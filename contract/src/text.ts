import { z } from 'zod';
import { LINE_CHARACTERS, type LineRule, tooLong, unusableCharacters } from './form-rules.ts';

const paragraphOnly = /^(?:[^\p{Cc}\p{Surrogate}]|[\t\r\n])*$/u;

/** NFC never shortens a text to less than a quarter, so a text longer than that is rejected at once. */
const COMPOSED_PART = 4;

/**
 * One trimmed line of text, with messages for people. It is stored and measured in NFC, so that equal
 * letters are equal text.
 */
export function line({ label, required, min, max }: LineRule) {
  const error = tooLong(label);
  return z
    .string(required)
    .trim()
    .max(max * COMPOSED_PART, { error, abort: true })
    .overwrite((text) => text.normalize('NFC'))
    .min(min, required)
    .max(max, error)
    .regex(LINE_CHARACTERS, unusableCharacters(label));
}

/** Text that may be left out: null and blank both mean null. */
export function optionalText(label: string, max: number, lines: 'one' | 'many' = 'one') {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(max, tooLong(label))
    .regex(lines === 'one' ? LINE_CHARACTERS : paragraphOnly, unusableCharacters(label))
    .nullable()
    .transform((value) => value || null);
}

/** The text of a search box. */
export const searchText = z
  .string()
  .trim()
  .max(200, tooLong('The search text'))
  .regex(LINE_CHARACTERS, unusableCharacters('The search text'));
