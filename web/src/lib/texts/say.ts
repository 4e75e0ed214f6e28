import type { TextPart, TextValues } from '@drawbridge/contract/languages/texts';
import { currentTexts, loadTexts } from './texts.ts';

// The organisers' sentences, whose English is in the code and is the key of their translations. `scripts/sentences.mjs`
// reads them out of the calls, so they are literals.

/**
 * An organiser's sentence in their language: `say('Edit {name}', { name })`. A sentence that depends on a number has
 * two English forms: `say('{count} lead', '{count} leads', { count })`. The value `context` tells apart two uses of a
 * sentence that need two translations: `say('Open', { context: 'verb' })`. Constants of modules are created before
 * the language is known: they are marked by `english()`, and said where they are shown.
 */
export function say(sentence: string, values?: TextValues): string;
export function say(one: string, other: string, values: { count: number } & TextValues): string;
export function say(sentence: string, given?: string | TextValues, counted?: TextValues) {
  const texts = currentTexts();
  if (typeof given !== 'string') {
    const key = given?.context ? `${sentence}_${given.context}` : sentence;
    return texts.sentence(sentence, given, key);
  }
  const count = Number(counted?.count);
  const form = pluralRules(texts.language).select(count);
  return texts.sentence(count === 1 ? sentence : given, counted, `${given}_${form}`);
}

let rules: { language: string; found: Intl.PluralRules } | undefined;

function pluralRules(language: string): Intl.PluralRules {
  if (rules?.language !== language) rules = { language, found: new Intl.PluralRules(language) };
  return rules.found;
}

/** Loads the sentences of a room. The build adds the call to each of its modules (`web/language-parts.ts`). */
export function needSentences(...parts: TextPart[]): void {
  void loadTexts(...parts);
}
