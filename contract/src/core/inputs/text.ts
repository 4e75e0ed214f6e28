import { z } from 'zod';
import {
  compose,
  LINE_CHARACTERS,
  PARAGRAPH_CHARACTERS,
  type SingleLineRule,
  tooLong,
  unusableCharacters,
  visibleLength,
  withoutOverrides,
} from './form-rules.ts';

/** Composing leaves at least a quarter of the characters, so a longer text need not be composed. */
const COMPOSED_PART = 4;

/** Trimmed text, stored and measured in its composed form (NFC). */
function composed(typeError: string | undefined, max: number, error: string) {
  return z
    .string(typeError)
    .overwrite(withoutOverrides)
    .trim()
    .max(max * COMPOSED_PART, { error, abort: true })
    .overwrite(compose);
}

/** A line of text, with the messages for people. */
export function singleLine({ label, required, min, max }: SingleLineRule) {
  return composed(required, max, tooLong(label))
    .min(min, { error: required, abort: true })
    .refine((text) => visibleLength(text) >= min, { error: required, abort: true })
    .max(max, tooLong(label))
    .regex(LINE_CHARACTERS, unusableCharacters(label));
}

/** Text that may be left out: null, blank and invisible text become null. */
export function optionalText(label: string, max: number, lines: 'one' | 'many' = 'one') {
  return composed(`${label} must be text`, max, tooLong(label))
    .max(max, tooLong(label))
    .regex(lines === 'one' ? LINE_CHARACTERS : PARAGRAPH_CHARACTERS, unusableCharacters(label))
    .nullable()
    .transform((value) => (value && visibleLength(value) > 0 ? value : null));
}

const SEARCH_MAX = 200;

/** The text of a search box. */
export const searchText = composed(undefined, SEARCH_MAX, tooLong('The search text'))
  .max(SEARCH_MAX, tooLong('The search text'))
  .regex(LINE_CHARACTERS, unusableCharacters('The search text'));
