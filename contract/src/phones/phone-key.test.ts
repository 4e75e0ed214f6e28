import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { PHONE_MIN } from '../core/inputs/form-rules.ts';
import { normalisePhone, PHONE_SHORTEST, phoneProblem } from './phone.ts';
import { phoneProblemIn, readPhone, shortestPhone } from './phone-key.ts';

const regions = getCountries();

/** The library's own example of a mobile number of the country, in the four spellings people use. */
function spellings(country: CountryCode): { e164: string; typed: string[] } {
  const number = parsePhoneNumberFromString(examples[country], country);
  if (!number) throw new Error(`There is no example for ${country}`);
  // New Caledonia writes dots, which the form refuses.
  const national = number.formatNational().replaceAll('.', ' ');
  return {
    e164: number.number,
    typed: [
      national,
      national.replace(/\D/g, ''),
      number.formatInternational().replaceAll('.', ' '),
      number.number,
    ],
  };
}

describe('the key of a phone number', () => {
  it('is the same for every spelling, as typed and as stored, in all 245 countries', () => {
    expect(regions).toHaveLength(245);
    for (const country of regions) {
      const { e164, typed } = spellings(country);
      const keys = typed
        .flatMap((text) => [text, normalisePhone(text)])
        .map((text) => readPhone(text, country).key);
      expect(new Set(keys), country).toEqual(new Set([e164]));
    }
  });

  it("belongs to the number's own country where the number names one", () => {
    expect(readPhone('+33 6 12 34 56 78', 'GB').key).toBe('+33612345678');
    expect(readPhone('+44 7400 123456', 'FR').key).toBe('+447400123456');
  });

  it("reads a number without a country code as one of the event's country", () => {
    expect(readPhone('06 12 34 56 78', 'FR').key).toBe('+33612345678');
    expect(readPhone('07400 123456', 'GB').key).toBe('+447400123456');
    // With and without the 0, which Indians leave out, although +91 12345678 is a number too.
    expect(readPhone('091123 45678', 'IN').key).toBe('+919112345678');
    expect(readPhone('91123 45678', 'IN').key).toBe('+919112345678');
  });

  it.each([
    '+07400123456',
    '0+447400123456',
    '0044+7400123456',
    '007400123456',
    '+44 00 7400123456',
    '011447400123456',
  ])('is found although %j is misspelt, and the number is not valid', (typed) => {
    expect(readPhone(typed, 'GB')).toEqual({ key: '+447400123456', valid: false });
  });

  it('is that of a foreign number only after the international prefix', () => {
    expect(readPhone('0113361234567800'.slice(0, 14), 'US').key).toBe('+33612345678');
    expect(readPhone('01512 3456789', 'GB').key).toBe('015123456789');
  });

  // Numbers such as 07700 900123 are reserved for films and books, so nobody has them.
  it.each([
    '07700 900123',
    '+44 7700 900123',
    '0000000000',
    '1234567',
    '07700 90012',
    '+44 7700 90012',
    '12345678901234567890',
  ])('is the bare digits for %j, which is not a valid number', (typed) => {
    expect(readPhone(typed, 'GB')).toEqual({ key: normalisePhone(typed), valid: false });
  });
});

describe('the shortest number of a country', () => {
  it.each([
    ['US', 10],
    ['CN', 7],
    ['GB', 7],
    ['DK', 8],
    ['SG', 8],
    ['SH', 4],
  ] as const)('%s: %i digits', (country, digits) => {
    expect(shortestPhone(country)).toBe(digits);
  });

  it('is at most the usual minimum and at least the minimum of the contract', () => {
    for (const country of regions) {
      expect(shortestPhone(country), country).toBeLessThanOrEqual(PHONE_MIN);
      expect(shortestPhone(country), country).toBeGreaterThanOrEqual(PHONE_SHORTEST);
    }
  });
});

describe('the rule for a phone number at an event', () => {
  it('accepts valid numbers of all countries, also in the form without the library', () => {
    for (const country of regions) {
      for (const typed of spellings(country).typed) {
        expect(phoneProblemIn(typed, country), `${country} ${typed}`).toBeUndefined();
        expect(phoneProblem(typed, shortestPhone(country)), `${country} ${typed}`).toBeUndefined();
      }
    }
  });

  const TOO_SHORT = 'Phone number must be at least 10 digits';
  const NOT_VALID = "Phone number is not valid in the event's country";
  it.each([
    ['32123456', 'DK', undefined],
    // Danish numbers have 8 digits, so a minimum of 10 would be wrong.
    ['3212345', 'DK', NOT_VALID],
    // Long enough for Denmark, but no number begins with 0 there.
    ['02123456', 'DK', NOT_VALID],
    ['202 555 01', 'US', undefined],
    ['202 5550', 'US', TOO_SHORT],
    ['0212345678', 'DK', undefined],
    ['32123456', 'GB', TOO_SHORT],
    ['1234567', 'GB', TOO_SHORT],
    ['(123) 45-67', 'GB', undefined],
    ['0000000000', 'GB', undefined],
    ['22158', 'SH', undefined],
    ['123456789012345678901', 'DK', 'Phone number is too long'],
    ['32123456xx', 'DK', 'Phone number can only contain digits, spaces, and +-() characters'],
  ])('%j in %s: %s', (typed, country, problem) => {
    expect(phoneProblemIn(typed, country)).toBe(problem);
  });
});
