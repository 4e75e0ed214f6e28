import { z } from 'zod';
import { LINE_CHARACTERS, type LineRule, tooLong, unusableCharacters } from './form-rules.ts';

const paragraphOnly = /^(?:[^\p{Cc}\p{Surrogate}]|[\t\r\n])*$/u;

/** Composing never shortens a text to less than a quarter, so a longer one need not be composed. */
const COMPOSED_PART = 4;

/**
 * One trimmed line of text, with the messages a person reads when it does not fit. It is kept and
 * measured composed (NFC), so that the same letters are the same text.
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

/** What somebody types into a search box. */
export const searchText = z
  .string()
  .trim()
  .max(200, tooLong('The search text'))
  .regex(LINE_CHARACTERS, unusableCharacters('The search text'));
