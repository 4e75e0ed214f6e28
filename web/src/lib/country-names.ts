import { countries } from '@drawbridge/contract/countries';

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country, such as `United Kingdom` for `GB`. */
export function countryName(code: string): string {
  return regions.of(code) ?? code;
}

/** What people type for a country and neither its name nor its code contains. */
const otherNames: Record<string, string> = { GB: 'UK', US: 'USA' };

export const countryOptions = countries
  .map((code) => ({
    value: code,
    label: countryName(code),
    codes: [code, otherNames[code]].filter((each) => each !== undefined),
  }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));
