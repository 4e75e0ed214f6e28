import { z } from 'zod';

// PostgreSQL stores no NUL, UTF-8 has no lone surrogates, and nobody types other control characters.
const lineOnly = /^[^\p{Cc}\p{Surrogate}]*$/u;
const paragraphOnly = /^(?:[^\p{Cc}\p{Surrogate}]|[\t\r\n])*$/u;

interface Bounds {
  /** How the field is called at the start of a sentence: 'Name', 'Prize name'. */
  called: string;
  /** What to say when it is missing, not a text, or shorter than `min`. */
  required: string;
  min: number;
  max: number;
  tooLong?: string;
}

/** Composing never shortens a text to less than a quarter, so a longer one need not be composed. */
const COMPOSED_PART = 4;

/**
 * One trimmed line of text, with the messages a person reads when it does not fit. It is kept and
 * measured composed (NFC), so that the same letters are the same text.
 */
export function line({ called, required, min, max, tooLong }: Bounds) {
  const error = tooLong ?? `${called} is too long`;
  return z
    .string(required)
    .trim()
    .max(max * COMPOSED_PART, { error, abort: true })
    .overwrite((text) => text.normalize('NFC'))
    .min(min, required)
    .max(max, error)
    .regex(lineOnly, `${called} contains characters that cannot be used`);
}

/** Text that may be left out: null and blank both mean null. */
export function optionalText(called: string, max: number, lines: 'one' | 'many' = 'one') {
  return z
    .string(`${called} must be text`)
    .trim()
    .max(max, `${called} is too long`)
    .regex(
      lines === 'one' ? lineOnly : paragraphOnly,
      `${called} contains characters that cannot be used`,
    )
    .nullable()
    .transform((value) => value || null);
}

/** What somebody types into a search box. */
export const searchText = z
  .string()
  .trim()
  .max(200, 'The search text is too long')
  .regex(lineOnly, 'The search text contains characters that cannot be used');
