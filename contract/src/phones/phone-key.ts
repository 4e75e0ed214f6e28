import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type CountryCode,
  getCountryCallingCode,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { PHONE_MIN, PHONE_NOT_VALID } from '../core/inputs/form-rules.ts';
import { normalisePhone, PHONE_SHORTEST, phoneProblem, shortPhoneSentence } from './phone.ts';
import { readPlainNumber } from './phone-plan.ts';

// This module imports 24 KB of metadata, so the public form must not use it.

interface ReadPhone {
  /**
   * The form used for comparing phone numbers: E.164 (`+447400123456`) if the number is valid in the
   * event's country or has a country code, otherwise its digits.
   */
  key: string;
  /** True if the number is valid as it is written. */
  valid: boolean;
}

export function readPhone(typed: string, country: string): ReadPhone {
  const plain = readPlainNumber(typed, country);
  return plain ? { key: plain, valid: true } : readAnyPhone(typed, country);
}

/** Reads a number in any spelling, with the library alone. */
export function readAnyPhone(typed: string, country: string): ReadPhone {
  const digits = typed.replace(/\D/g, '');
  const asTyped = readNumber(typed, country);
  if (asTyped && !isAmbiguous(asTyped, digits)) return { key: asTyped.number, valid: true };
  // Stored numbers have no plus sign. No country code begins with 0.
  const abroad = digits.startsWith('0') ? undefined : readNumber(`+${digits}`, country);
  const number = abroad ?? asTyped;
  if (number) return { key: number.number, valid: true };
  const meant = readLeniently(digits, country, typed);
  return { key: meant?.number ?? normalisePhone(typed), valid: false };
}

/**
 * Finds the number in wrong spellings, such as `+07400123456` or `0044+7400123456`. Otherwise they would count as
 * different people, and one phone would have several chances.
 */
function readLeniently(digits: string, country: string, tried: string): PhoneNumber | undefined {
  const code = getCountryCallingCode(country as CountryCode);
  const bare = digits.replace(/^(011|0)+/, '');
  const national = bare.startsWith(code) ? bare.slice(code.length).replace(/^0+/, '') : bare;
  const abroad = /^(00|011)/.test(digits) ? [`+${bare}`] : [];
  for (const spelling of new Set([digits, bare, national, ...abroad])) {
    const number = spelling === tried ? undefined : readNumber(spelling, country);
    if (number) return number;
  }
  return undefined;
}

/**
 * True if a number that begins with its country code could also be a longer national number. German, Indonesian and
 * Kosovan numbers can. National numbers are never written without the 0, so the code is taken as a country code.
 */
function isAmbiguous(number: PhoneNumber, digits: string): boolean {
  if (number.number === `+${digits}` || !digits.startsWith(number.countryCallingCode)) return false;
  // Tries the number with the leading 0, and without it where people may leave it out.
  return [true, false].every(
    (nationalPrefix) => number.formatNational({ nationalPrefix }).replace(/\D/g, '') !== digits,
  );
}

function readNumber(text: string, country: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() ? number : undefined;
}

export { isCountry } from './countries.ts';

/** The length of the country's shortest numbers, but at most the usual minimum. */
export function shortestPhone(country: string): number {
  const plan = new Metadata();
  plan.selectNumberingPlan(country as CountryCode);
  return Math.min(PHONE_MIN, ...(plan.numberingPlan?.possibleLengths() ?? []));
}

/** The problem with a number that is shorter than the usual minimum and not valid in the country. */
export function shortPhoneProblem(country: string) {
  const sentence = shortPhoneSentence(country, shortestPhone(country));
  const code = sentence === PHONE_NOT_VALID ? 'phone-not-valid' : 'phone-too-short';
  return { code, sentence } as const;
}

/** The problem with a number typed at an event; a short one is fine if it is valid in the country. */
export function phoneProblemIn(typed: string, country: string): string | undefined {
  const problem = phoneProblem(typed);
  const valid = problem && readPhone(typed, country).valid;
  if (valid) return phoneProblem(typed, PHONE_SHORTEST);
  return problem && phoneProblem(typed, PHONE_MIN, shortPhoneProblem(country).sentence);
}

/**
 * Four hexadecimal digits that stand for a phone number. A volunteer's phone uses them to recognise a number that may
 * already have been entered. Every hash stands for many numbers of a country (45 in Iceland, 15,000 in Britain). A
 * number has the same hash at each event, so two lists together reveal no more than one. @param phoneKey the number as
 * `readPhone` compares it
 */
export function phoneHash(phoneKey: string): string {
  return bytesToHex(sha256(utf8ToBytes(phoneKey))).slice(0, 4);
}
