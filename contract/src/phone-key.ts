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

export interface ReadPhone {
  /**
   * The form in which phone numbers are compared: E.164 (`+447400123456`) for a number of the event's
   * country or one that says its own, the bare digits for anything else.
   */
  key: string;
  /** Whether the number is valid as it is written. */
  valid: boolean;
}

export function readPhone(typed: string, country: string): ReadPhone {
  const digits = typed.replace(/\D/g, '');
  const asTyped = readNumber(typed, country);
  if (asTyped && !isAmbiguous(asTyped, digits)) return { key: asTyped.number, valid: true };
  // A stored number has lost its plus sign.
  const number = readNumber(`+${digits}`, country) ?? asTyped;
  if (number) return { key: number.number, valid: true };
  const meant = readLeniently(digits, country);
  return { key: meant?.number ?? normalisePhone(typed), valid: false };
}

/**
 * Finds the number in spellings that nobody dials, such as `+07400123456` or `0044+7400123456`. They would
 * otherwise be other people, and one phone would have many chances.
 */
function readLeniently(digits: string, country: string): PhoneNumber | undefined {
  const code = getCountryCallingCode(country as CountryCode);
  const bare = digits.replace(/^(011|0)+/, '');
  const national = bare.startsWith(code) ? bare.slice(code.length).replace(/^0+/, '') : bare;
  const abroad = /^(00|011)/.test(digits) ? [`+${bare}`] : [];
  for (const spelling of new Set([digits, bare, national, ...abroad])) {
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
  const valid = problem && readPhone(typed, country).valid;
  if (valid) return phoneProblem(typed, PHONE_SHORTEST);
  return problem && phoneProblem(typed, PHONE_MIN, shortPhoneProblem(country).sentence);
}
