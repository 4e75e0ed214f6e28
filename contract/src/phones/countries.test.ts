import { getCountries } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import { countries, isCountry } from './countries.ts';

it('lists the countries whose phone numbers the library knows', () => {
  expect(countries).toEqual([...getCountries()].sort());
  expect(isCountry('GB')).toBe(true);
  for (const code of ['', 'UK', 'gb', 'GBR', 'A']) expect(isCountry(code)).toBe(false);
});
