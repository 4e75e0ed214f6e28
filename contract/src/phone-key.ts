import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { normalisePhone, PHONE_MIN, PHONE_SHORTEST, phoneProblem } from './phone.ts';

// 24 KB of metadata: for the server, volunteers and administrators, never for the public form.

/** Every country whose numbers the library knows, as ISO 3166 codes. */
export const countries: readonly string[] = getCountries();

export const isCountry = (code: string): boolean => isSupportedCountry(code);

/**
 * The form in which phone numbers are compared: E.164 (`+447700900123`) for a number that is valid in
 * the event's country or says its own, the bare digits for anything else.
 */
export function phoneKey(typed: string, country: string): string {
  const digits = normalisePhone(typed);
  return (
    internationalForm(typed, country) ??
    // A stored number has lost its plus sign.
    internationalForm(`+${typed.replace(/\D/g, '')}`, country) ??
    digits
  );
}

function internationalForm(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() ? number.number : undefined;
}

export const isValidKey = (key: string): boolean => key.startsWith('+');

/** The length of the country's shortest numbers, as far as they are shorter than the usual minimum. */
export function shortestPhone(country: string): number {
  const plan = new Metadata();
  plan.selectNumberingPlan(country as CountryCode);
  return Math.min(PHONE_MIN, ...(plan.numberingPlan?.possibleLengths() ?? []));
}

/** What is wrong with a typed number at an event: a short one is fine if it is valid in the country. */
export function phoneProblemIn(typed: string, country: string): string | undefined {
  const problem = phoneProblem(typed);
  const valid = problem && isValidKey(phoneKey(typed, country));
  return valid ? phoneProblem(typed, PHONE_SHORTEST) : problem;
}
