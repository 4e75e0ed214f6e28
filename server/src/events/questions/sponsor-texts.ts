import {
  type AdminQuestion,
  QUESTION_LABEL_MAX,
} from '@drawbridge/contract/events/questions/schemas';
import { type Language, languageCodes } from '@drawbridge/contract/languages/languages';
import { textsIn } from '../../http/languages.ts';

/**
 * Direction marks around inserted names. They are removed here, because saving a text removes them and would count
 * as a change.
 */
const ISOLATES = /[\u2068\u2069]/g;
/** The maximum length of the catalogues' text around the name in a label. */
const AROUND_NAME = 45;

type Texts = Pick<AdminQuestion, 'label' | 'translations'> & { text: string };

/** The texts of a sponsor's consent question in all languages, the event's own first. */
export function sponsorTexts(name: string, language: Language): Texts {
  const translations = languageCodes
    .filter((code) => code !== language)
    .map((code) => [code, textsFor(name, code)]);
  return { ...textsFor(name, language), translations: Object.fromEntries(translations) };
}

function textsFor(name: string, language: Language) {
  const { text } = textsIn(language);
  const letters = [...name];
  const room = QUESTION_LABEL_MAX - AROUND_NAME;
  const short = letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : name;
  return {
    label: text('sponsor.shareLabel', { sponsor: short }).replace(ISOLATES, ''),
    text: text('sponsor.shareText', { sponsor: name }).replace(ISOLATES, ''),
  };
}

/**
 * The texts after the event's language has changed: own and translated text are swapped. Undefined if the organiser
 * has written the text, or if it has no translation into the language.
 */
export function sponsorTextsIn(question: AdminQuestion, language: Language): Texts | undefined {
  const { sponsor, label, text } = question;
  const before = languageCodes.find((code) => textsFor(sponsor?.name ?? '', code).text === text);
  const { [language]: own, ...others } = question.translations;
  if (!sponsor || !text || !before || !own?.text) return undefined;
  const translations = { ...others, [before]: { label, text } };
  return { label: own.label ?? label, text: own.text, translations };
}
