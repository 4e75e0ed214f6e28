import fc from 'fast-check';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { readAnyPhone } from './phone-key.ts';
import { readPlainNumber } from './phone-plan.ts';

const regions = getCountries();

/** Numbers that begin like real ones of the country, and random numbers, in every kind of spelling. */
function typedNumbers(country: CountryCode) {
  const code = getCountryCallingCode(country);
  const example = examples[country];
  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
  const national = fc.oneof(
    digits(4, 13),
    fc.constant(example),
    fc
      .tuple(fc.nat(example.length), digits(0, 8))
      .map(([kept, end]) => `${example.slice(0, kept)}${end}`.slice(0, example.length + 1)),
  );
  const prefix = fc.constantFrom('', '', '0', '1', '8', '00', '+', code, `+${code}`, `+${code}0`);
  const separator = fc.constantFrom('', '', ' ', '-', '(', ')', '+');
  return fc.tuple(prefix, national, separator, fc.nat(12)).map(([start, end, between, index]) => {
    const text = start + end;
    return text.slice(0, index) + between + text.slice(index);
  });
}

describe('a number in a usual spelling', () => {
  it('is what the library makes of it, in all countries', () => {
    for (const country of regions) {
      fc.assert(
        fc.property(typedNumbers(country), (typed) => {
          const plain = readPlainNumber(typed, country);
          if (plain) expect({ key: plain, valid: true }).toEqual(readAnyPhone(typed, country));
        }),
        { numRuns: process.env.THOROUGH ? 200 : 30 },
      );
    }
  });

  it.each([
    ['07400 123456', 'GB', '+447400123456'],
    ['(07400) 123-456', 'GB', '+447400123456'],
    ['+44 7400 123456', 'GB', '+447400123456'],
    ['07797 712345', 'GB', '+447797712345'], // Jersey
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['(212) 555-0123', 'US', '+12125550123'],
    ['0151 23456789', 'DE', '+4915123456789'],
  ])('is read without the library: %s in %s', (typed, country, key) => {
    expect(readPlainNumber(typed, country)).toBe(key);
  });

  it.each([
    ['+33 6 12 34 56 78', 'GB'],
    ['00447400123456', 'GB'],
    ['447400123456', 'GB'],
    ['+4407400123456', 'GB'],
    ['0+7400123456', 'GB'],
    ['07700 900123', 'GB'],
    ['01115 2345 6789', 'AR'],
    ['', 'GB'],
  ])('is nothing for %j in %s, which only the library can judge', (typed, country) => {
    expect(readPlainNumber(typed, country)).toBeUndefined();
  });
});
