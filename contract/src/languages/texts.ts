// Texts in the language of whoever reads them. A catalogue is a JSON file per language; its parts are loaded
// with the pages that need them. English is complete by definition, and its keys are the type of all others.

import type english from './en.json';
import { formatNumber, type Language, languages } from './languages.ts';

type English = typeof english;
export type TextPart = keyof English;
/** Parts with the English sentence as the key: those of the contract's rules and checks, and those that only the server has. */
type BySentence = 'sentences' | 'findings' | 'problems';
/** Parts whose English texts are in the code itself, so that no page in English loads them. */
export const IN_CODE: readonly string[] = [
  'sentences',
  'findings',
  'problems',
  'animals',
] satisfies TextPart[];
/** What checking a proof can say. */
export type FindingText = keyof English['findings'];
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
/** Texts that depend on `count` have one entry for each form, such as `people_one` and `people_other`. */
type WithoutForm<Key> = Key extends `${infer Start}_${PluralForm}` ? Start : Key;
type KeysOf<Part extends TextPart> = WithoutForm<keyof English[Part] & string>;
export type TextKey = {
  [Part in Exclude<TextPart, BySentence>]: `${Part}.${KeysOf<Part>}`;
}[Exclude<TextPart, BySentence>];

export type Catalogue = { [Part in TextPart]?: Readonly<Record<string, string>> };
export type TextValues = Readonly<Record<string, string | number>>;

export interface Texts {
  language: Language;
  /** The text of a key, with its values filled in. */
  text(key: TextKey, values?: TextValues): string;
  /** A sentence of the contract, which stays English if the catalogue does not know it. */
  sentence(english: string, values?: TextValues): string;
}

/** Reads the texts of a catalogue, to which parts may still be added. */
export function readTexts(language: Language, catalogue: Catalogue): Texts {
  let rules: Intl.PluralRules | undefined;

  function find(key: string, count: string | number | undefined): string {
    const [part = '', name = ''] = split(key);
    const texts = catalogue[part as TextPart];
    if (typeof count === 'number') {
      rules ??= new Intl.PluralRules(language);
      const form = texts?.[`${name}_${rules.select(count)}`] ?? texts?.[`${name}_other`];
      if (form !== undefined) return form;
    }
    return texts?.[name] ?? key;
  }

  return {
    language,
    text: (key, values = {}) => fill(find(key, values.count), values, language),
    sentence: (english, values = {}) =>
      fill(
        own(catalogue.sentences, english) ??
          own(catalogue.findings, english) ??
          own(catalogue.problems, english) ??
          english,
        values,
        language,
      ),
  };
}

/** What an object has itself: an organiser's own sentence may be `constructor`. */
const own = <Value>(values: Readonly<Record<string, Value>> | undefined, name: string) =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

function split(key: string): [string, string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/**
 * Puts values into a text's places: `{name}`. Unknown places stay, so that a test sees them. From right to left, names and
 * what people wrote are isolated, so that their own direction does not change the order of the sentence. A text that was
 * put together like this is not: nothing strong would be left in it to tell its direction.
 */
function fill(text: string, values: TextValues, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = own(values, name);
    if (typeof value === 'number') return formatNumber(value, language);
    if (value === undefined) return place;
    const isolated = languages[language].direction === 'rtl' && !value.includes('\u2068');
    return isolated ? `\u2068${value}\u2069` : value;
  });
}
