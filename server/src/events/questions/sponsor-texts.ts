import {
  type AdminQuestion,
  QUESTION_LABEL_MAX,
} from '@drawbridge/contract/events/questions/schemas';
import { type Language, languageCodes } from '@drawbridge/contract/languages/languages';
import { textsIn } from '../../http/languages.ts';

/** Around names from right to left. An organiser who saves the text again would save it without them. */
const ISOLATES = /[\u2068\u2069]/g;
/** The most that the catalogues put around the name in a label. */
const AROUND_NAME = 45;

type Texts = Pick<AdminQuestion, 'label' | 'translations'> & { text: string };

/** What an agreement to share details with a sponsor says in all languages, the event's own first. */
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

/** The texts after the event's language has changed: they change places, unless the organiser has written their own. */
export function sponsorTextsIn(question: AdminQuestion, language: Language): Texts | undefined {
  const { sponsor, label, text } = question;
  const before = languageCodes.find((code) => textsFor(sponsor?.name ?? '', code).text === text);
  const { [language]: own, ...others } = question.translations;
  if (!sponsor || !text || !before || !own?.text) return undefined;
  const translations = { ...others, [before]: { label, text } };
  return { label: own.label ?? label, text: own.text, translations };
}
