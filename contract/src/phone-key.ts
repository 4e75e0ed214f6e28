import {
  type CountryCode,
  getCountryCallingCode,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import {
  normalisePhone,
  PHONE_MIN,
  PHONE_NOT_VALID,
  PHONE_SHORTEST,
  phoneProblem,
  shortPhoneSentence,
} from './phone.ts';

// 24 KB of metadata: for the server, volunteers and administrators, never for the public form.

/**
 * The form in which phone numbers are compared: E.164 (`+447400123456`) for a number that is valid in
 * the event's country or says its own, the bare digits for anything else.
 */
export function phoneKey(typed: string, country: string): string {
  const digits = typed.replace(/\D/g, '');
  const asTyped = readNumber(typed, country);
  if (asTyped && !isAmbiguous(asTyped, digits)) return asTyped.number;
  // A stored number has lost its plus sign.
  const international = readNumber(`+${digits}`, country);
  const number = international ?? asTyped ?? readCarelessly(digits, country);
  return number?.number ?? normalisePhone(typed);
}

/**
 * Finds the number in spellings that nobody dials, such as `+07400123456` or `0044+7400123456`. They would
 * otherwise be other people, and one phone many chances.
 */
function readCarelessly(digits: string, country: string): PhoneNumber | undefined {
  const code = getCountryCallingCode(country as CountryCode);
  const bare = digits.replace(/^(011|0)+/, '');
  const national = bare.startsWith(code) ? bare.slice(code.length).replace(/^0+/, '') : bare;
  const spellings = [digits, bare, `+${bare}`, national, `+${code}${national}`];
  for (const spelling of spellings) {
    const number = readNumber(spelling, country);
    if (number) return number;
  }
  return undefined;
}

/**
 * German, Indonesian and Kosovan numbers with their country code in front would also do as longer
 * national ones. Nobody writes those without the 0, so the code is meant as one.
 */
function isAmbiguous(number: PhoneNumber, digits: string): boolean {
  if (number.number === `+${digits}` || !digits.startsWith(number.countryCallingCode)) return false;
  // Once with the leading 0 and once without it where people may leave it out.
  return [true, false].every(
    (nationalPrefix) => number.formatNational({ nationalPrefix }).replace(/\D/g, '') !== digits,
  );
}

function readNumber(text: string, country: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() ? number : undefined;
}

export { isCountry } from './countries.ts';

export const isValidKey = (key: string): boolean => key.startsWith('+');

/** The length of the country's shortest numbers, as far as they are shorter than the usual minimum. */
export function shortestPhone(country: string): number {
  const plan = new Metadata();
  plan.selectNumberingPlan(country as CountryCode);
  return Math.min(PHONE_MIN, ...(plan.numberingPlan?.possibleLengths() ?? []));
}

/** Why a number is refused that is shorter than the usual minimum and not valid in the country. */
export function shortPhoneProblem(country: string) {
  const sentence = shortPhoneSentence(country, shortestPhone(country));
  const code = sentence === PHONE_NOT_VALID ? 'phone-not-valid' : 'phone-too-short';
  return { code, sentence } as const;
}

/** What is wrong with a typed number at an event: a short one is fine if it is valid in the country. */
export function phoneProblemIn(typed: string, country: string): string | undefined {
  const problem = phoneProblem(typed);
  const valid = problem && isValidKey(phoneKey(typed, country));
  if (valid) return phoneProblem(typed, PHONE_SHORTEST);
  return problem && phoneProblem(typed, PHONE_MIN, shortPhoneProblem(country).sentence);
}
