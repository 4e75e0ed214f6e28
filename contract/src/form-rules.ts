// Limits and messages of form fields without zod, which would bring 26 KB to every visitor's phone: the
// public form checks with them, and the schemas are made of them. `phone.ts` has those of phone numbers.

/** The rule for one line of text. */
export interface LineRule {
  /** The field's name at the start of a sentence: 'Name', 'Prize name'. */
  label: string;
  /** What to say when it is missing, not a text, or shorter than `min`. */
  required: string;
  min: number;
  max: number;
}

export const LEAD_NAME: LineRule = {
  label: 'Name',
  required: 'Name must be at least 2 characters',
  min: 2,
  max: 100,
};

export const EMAIL_MAX = 254;
export const EMAIL_NOT_VALID = 'Invalid email address';

/** zod's own pattern for e-mail addresses, without its look-aheads. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

// PostgreSQL stores no NUL, UTF-8 has no lone surrogates, and nobody types other control characters.
export const LINE_CHARACTERS = /^[^\p{Cc}\p{Surrogate}]*$/u;

export function tooLong(label: string): string {
  return `${label} is too long`;
}

export function unusableCharacters(label: string): string {
  return `${label} contains characters that cannot be used`;
}

/** What is wrong with a line as typed; it is measured trimmed and composed (NFC). */
export function lineProblem(typed: string, rule: LineRule): string | undefined {
  const text = typed.trim().normalize('NFC');
  const length = lengthOf(text);
  if (length < rule.min) return rule.required;
  if (length > rule.max) return tooLong(rule.label);
  return LINE_CHARACTERS.test(text) ? undefined : unusableCharacters(rule.label);
}

/** What is wrong with an e-mail address as typed; blank means that there is none. */
export function emailProblem(typed: string): string | undefined {
  const address = typed.trim().toLowerCase();
  const fits = address === '' || (lengthOf(address) <= EMAIL_MAX && EMAIL.test(address));
  return fits ? undefined : EMAIL_NOT_VALID;
}

/** In characters as people count them: an emoji is one, not two. */
export function lengthOf(text: string): number {
  return [...text].length;
}
