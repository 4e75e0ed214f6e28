// Texts in the reader's language. A catalogue is a JSON file per language; its parts are loaded with the pages that
// need them. English is complete by definition, and its keys are the type of all others.

import type english from './en.json';
import { formatNumber, type Language, languages } from './languages.ts';

type English = typeof english;
/** The administration's sentences: those of every page (`admin`), and those of a room (`admin-team`). */
export type AdminPart = 'admin' | `admin-${string}`;
export type TextPart = keyof English | AdminPart;
/**
 * Parts with the English sentence as the key: those of the contract's rules and checks, and those that only the server
 * uses.
 */
type BySentence = 'sentences' | 'findings' | 'problems';
/** True for the parts whose English texts are in the code itself, so that English pages do not load them. */
export const isInCode = (part: string): boolean =>
  /^(sentences|findings|problems|animals|admin.*)$/.test(part);
/** A text of a finding in a proof. */
export type FindingText = keyof English['findings'];
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
/** Texts that depend on `count` have one entry for each form, such as `people_one` and `people_other`. */
type WithoutForm<Key> = Key extends `${infer Start}_${PluralForm}` ? Start : Key;
type KeysOf<Part extends keyof English> = WithoutForm<keyof English[Part] & string>;
export type TextKey = {
  [Part in Exclude<keyof English, BySentence>]: `${Part}.${KeysOf<Part>}`;
}[Exclude<keyof English, BySentence>];

export type Catalogue = { [Part in TextPart]?: Readonly<Record<string, string>> };
export type TextValues = Readonly<Record<string, string | number>>;

export interface Texts {
  language: Language;
  /** The text of a key, with its values filled in. */
  text(key: TextKey, values?: TextValues): string;
  /**
   * The translation of an English sentence; English if the catalogue does not know it. Its key is the sentence itself,
   * unless it has a plural or a context (`web/src/lib/texts/say.ts`).
   */
  sentence(english: string, values?: TextValues, key?: string): string;
}

/** Reads the texts of a catalogue. Parts may be added to it later. */
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

  const findSentence = (key: string) => {
    for (const [part, texts] of Object.entries(catalogue)) {
      const found = isInCode(part) ? own(texts, key) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return {
    language,
    text: (key, values = {}) => fill(find(key, values.count), values, language),
    sentence: (english, values = {}, key = english) =>
      fill(findSentence(key) ?? english, values, language),
  };
}

/** An object's own value: an organiser's own sentence may be `constructor`. */
const own = <Value>(values: Readonly<Record<string, Value>> | undefined, name: string) =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

function split(key: string): [string, string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/**
 * Fills the placeholders of a text, such as `{name}`. Unknown placeholders stay, so that a test sees them. In
 * right-to-left languages, names and people's own texts are isolated, so that their direction does not change the order
 * of the sentence. Texts that were filled by this function are not isolated: nothing with a strong direction would be
 * left in the sentence.
 */
function fill(text: string, values: TextValues, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = own(values, name);
    if (typeof value === 'number') return formatNumber(value, language);
    if (value === undefined) return placeholder;
    const isolated = languages[language].direction === 'rtl' && !value.includes('\u2068');
    return isolated ? `\u2068${value}\u2069` : value;
  });
}
