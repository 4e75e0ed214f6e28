// The languages of everything that visitors, volunteers and the hall see. Their texts are in the JSON files beside this
// one.

interface LanguageDefinition {
  /** The language's own name. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** The separator between thousands, and the number of digits that must stand before the first one. */
  thousands: string;
  ungrouped?: number;
}

const definitions = {
  en: { name: 'English', direction: 'ltr', thousands: ',' },
  de: { name: 'Deutsch', direction: 'ltr', thousands: '.' },
  fr: { name: 'Français', direction: 'ltr', thousands: '\u202f' },
  es: { name: 'Español', direction: 'ltr', thousands: '.', ungrouped: 4 },
  it: { name: 'Italiano', direction: 'ltr', thousands: '.' },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr', thousands: '.' },
  nl: { name: 'Nederlands', direction: 'ltr', thousands: '.' },
  pl: { name: 'Polski', direction: 'ltr', thousands: '\u00a0', ungrouped: 4 },
  ja: { name: '日本語', direction: 'ltr', thousands: ',' },
  ar: { name: 'العربية', direction: 'rtl', thousands: ',' },
} as const satisfies Record<string, LanguageDefinition>;

export type Language = keyof typeof definitions;
export const languages: Record<Language, LanguageDefinition> = definitions;
export const languageCodes = Object.keys(definitions) as [Language, ...Language[]];
export const DEFAULT_LANGUAGE: Language = 'en';

/** The cookie with the language that a visitor has chosen; the server reads it too. */
export const LANGUAGE_COOKIE = 'language';
/** The cookie of the administration's paths with the language of the account. */
export const ACCOUNT_LANGUAGE_COOKIE = 'account_language';
/** The query parameter that chooses a language, for example in the link of a poster. */
export const LANGUAGE_PARAMETER = 'lang';

export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && Object.hasOwn(definitions, code);
}

/**
 * The first of the wanted languages that is offered, in any variety: a browser in Lisbon gets `pt-BR`, and one in
 * Vienna `de`.
 */
export function bestLanguage(
  preferred: readonly string[],
  offered: readonly Language[] = languageCodes,
): Language | undefined {
  const base = (code: string) => code.toLowerCase().split('-', 1)[0];
  for (const code of preferred) {
    const match =
      offered.find((each) => each.toLowerCase() === code.toLowerCase()) ??
      offered.find((each) => base(each) === base(code));
    if (match) return match;
  }
  return undefined;
}

/** The languages of the wall, shown in turn: one or two from its link (`de,ar`), otherwise that of the event. */
export function stageLanguages(linked: string, eventLanguage: Language): [Language, Language?] {
  const linkedLanguages = linked
    .slice(0, 100)
    .split(',')
    .map((code) => bestLanguage([code.trim()]));
  const [first = eventLanguage, second] = new Set(
    linkedLanguages.filter((code) => code !== undefined),
  );
  return second ? [first, second] : [first];
}

/** The languages in an `Accept-Language` header, the preferred ones first. */
export function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [code = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { code, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter(({ code, quality }) => code !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ code }) => code);
}

/** Formats '1,284' in a language, without Intl, whose formatters take a phone a tenth of a second to create. */
export function formatNumber(number: number, language: Language): string {
  const { thousands, ungrouped = 3 } = languages[language];
  const digits = String(number);
  return digits.length > ungrouped ? digits.replace(/\B(?=(\d{3})+$)/g, thousands) : digits;
}
