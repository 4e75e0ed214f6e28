import { DEFAULT_LANGUAGE } from '@drawbridge/contract/languages/languages';
import { countries } from '@drawbridge/contract/phones/countries';
import { currentLanguage } from './texts.ts';

/** The name of a country, such as `United Kingdom` for `GB`. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(currentLanguage(), { type: 'region' }).of(code) ?? code;
}

const english = new Intl.DisplayNames(DEFAULT_LANGUAGE, { type: 'region' });

/** Common names that are part of neither a country's name nor its code. */
const otherNames: Record<string, string[]> = {
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland'],
  SZ: ['Swaziland'],
  TR: ['Turkey'],
  US: ['USA', 'America'],
};

const ownNames = new Map<string, string>();

/** A country's name in its own language, such as `Norge`; looked up on the first search. */
function ownName(code: string): string {
  const known = ownNames.get(code);
  if (known !== undefined) return known;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  ownNames.set(code, name);
  return name;
}

/** All countries by their names in the page's language; the English names find them too. */
export function countryOptions() {
  const language = currentLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map((code) => ({
      value: code,
      label: names.of(code) ?? code,
      code,
      otherNames: () => [
        ...(otherNames[code] ?? []),
        ownName(code),
        ...(language === 'en' ? [] : [english.of(code) ?? code]),
      ],
    }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
