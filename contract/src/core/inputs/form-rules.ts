// The rules for lines of text, e-mail addresses and days, used by the public form and by the schemas. This module does
// not import zod, which would add 26 KB to the public form. `phone.ts` has the rules for phone numbers.

/** The rule for one line of text. */
export interface SingleLineRule {
  /** The field's name at the start of a sentence: 'Name', 'Prize name'. */
  label: string;
  /** The message when the value is missing, not a string, or shorter than `min`. */
  required: string;
  min: number;
  max: number;
}

export const EMAIL_MAX = 254;
export const EMAIL_NOT_VALID = 'Invalid email address';

/** The pattern of zod for e-mail addresses, without its look-aheads, and with domains in any script. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[A-Za-z0-9-]+)$/u;

/** Matches more marks on one letter than any script has. Sorting them takes quadratic time. */
const STACKED_MARKS = /\p{M}{31}/u;

// PostgreSQL cannot store NUL, UTF-8 has no lone surrogates, and nobody types other control characters.
export const LINE_CHARACTERS = /^(?!.*\p{M}{31})[^\p{Cc}\p{Surrogate}]*$/u;
export const PARAGRAPH_CHARACTERS = /^(?![\s\S]*\p{M}{31})(?:[^\p{Cc}\p{Surrogate}]|[\t\r\n])*$/u;

/** Embeddings, overrides and isolates, which change the order of all text after them on the screen. */
const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;

/** Formats, fillers, variation selectors and blank signs, which are invisible by themselves. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1D159}]/gu;

/** Removes characters with which a typed text could reverse the texts beside it. Letters keep their own direction. */
export function withoutOverrides(typed: string): string {
  return typed.replace(OVERRIDES, '');
}

/** The length of the visible text. Marks alone, without a letter to stand on, count as nothing. */
export function visibleLength(text: string): number {
  const visible = text.replace(INVISIBLE, '').trim();
  return /[^\p{M}\p{Z}]/u.test(visible) ? lengthOf(visible) : 0;
}

export function tooLong(label: string): string {
  return `${label} is too long`;
}

export function unusableCharacters(label: string): string {
  return `${label} contains characters that cannot be used`;
}

/**
 * Composes letters and marks (NFC), so that equal letters are equal text. Stacked marks stay as they are, and every
 * rule refuses them.
 */
export function compose(text: string): string {
  return STACKED_MARKS.test(text) ? text : text.normalize('NFC');
}

/** Trims and composes a line for storage. */
export function normaliseLine(typed: string): string {
  return compose(withoutOverrides(typed).trim());
}

/** Normalises an e-mail address for storage. Equal letters of an international domain become equal text. */
export function normaliseEmail(typed: string): string {
  return compose(typed.trim().toLowerCase());
}

/** The problem with a line as typed, if any. */
export function lineProblem(typed: string, rule: SingleLineRule): string | undefined {
  const text = normaliseLine(typed);
  if (visibleLength(text) < rule.min) return rule.required;
  if (lengthOf(text) > rule.max) return tooLong(rule.label);
  return LINE_CHARACTERS.test(text) ? undefined : unusableCharacters(rule.label);
}

/**
 * The longest typed text that composing can still shorten to a valid address; composing a longer one would waste time.
 */
export const EMAIL_TYPED_MAX = 4 * EMAIL_MAX;

/** The problem with an e-mail address as typed, if any. Blank means that there is no address. */
export function emailProblem(typed: string): string | undefined {
  if (typed.trim().length > EMAIL_TYPED_MAX) return EMAIL_NOT_VALID;
  const address = normaliseEmail(typed);
  const fits =
    lengthOf(address) <= EMAIL_MAX && LINE_CHARACTERS.test(address) && EMAIL.test(address);
  return fits || address === '' ? undefined : EMAIL_NOT_VALID;
}

/** The length in code points, so that an emoji counts as one character, not two. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The pattern of all ids. Without zod, for pages that have no forms. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if a text is a valid calendar day, `yyyy-MM-dd`. */
export function isCalendarDay(value: string): boolean {
  const parsed = new Date(`${value}T00:00:00Z`);
  return (
    !Number.isNaN(parsed.getTime()) &&
    parsed.toISOString().slice(0, 10) === value &&
    !value.startsWith('0000')
  );
}

export const PERSON_CONTACT = 'Enter a phone number or an email address';

/** True if the text can identify a person: it contains an @, or four digits. */
export function isPersonContact(typed: string): boolean {
  const usable = typed.length <= EMAIL_MAX && !/[\p{Cc}\p{Surrogate}]/u.test(typed);
  return usable && /@|(\d\D*){4}/.test(typed);
}

export const PHONE_MIN = 10;
export const PHONE_TOO_SHORT = `Phone number must be at least ${PHONE_MIN} digits`;
export const PHONE_NOT_VALID = "Phone number is not valid in the event's country";
