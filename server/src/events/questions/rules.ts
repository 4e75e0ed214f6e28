import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { answerHeadings } from '@drawbridge/contract/collecting/lead-values';
import type { TranslationsInput } from '@drawbridge/contract/events/events';
import { isAsked, writeAnswer } from '@drawbridge/contract/events/questions/answers';
import {
  type Answer,
  type Answers,
  IMPORTED,
  QUESTIONS_MAX,
  type Question,
} from '@drawbridge/contract/events/questions/kinds';
import {
  type AdminQuestion,
  CHOICES_STORED_MAX,
  QUESTIONS_STORED_MAX,
  type QuestionsInput,
  TEXTS_STORED_MAX,
} from '@drawbridge/contract/events/questions/schemas';
import type { Language } from '@drawbridge/contract/languages/languages';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { sponsorTexts, sponsorTextsIn } from './sponsor-texts.ts';

/** The questions after a change. Questions are archived instead of deleted, because answers may refer to them. */
export function mergeQuestions(
  stored: readonly AdminQuestion[],
  { version: current, questions: input }: QuestionsInput,
): Outcome<AdminQuestion[]> {
  const questions = stored.map((question) => retireVersion(question, current));
  const merged: AdminQuestion[] = [];
  for (const question of input) {
    const before = questions.find(({ id }) => id === question.id);
    if (before && before.kind !== question.kind) return fail('question-kind-fixed');
    const choices = question.choices.map((choice) => ({ ...choice, archived: false }));
    const offered = new Set(choices.map(({ id }) => id));
    const removed = before?.choices.filter(({ id }) => !offered.has(id)) ?? [];
    const isOther = before?.text != null && before.text !== question.text;
    const versions = nextVersion(before, isOther);
    if (!versions) return fail('question-full');
    merged.push({
      ...question,
      choices: [...choices, ...removed.map((choice) => ({ ...choice, archived: true }))],
      translations: before?.translations ?? {},
      ...versions,
      askedUntil: before?.askedUntil ?? {},
      archived: false,
      // A sponsor's agreement is never required, and its sponsor cannot change.
      ...(before?.sponsor && { sponsor: before.sponsor, required: false }),
    });
  }
  const ids = new Set(input.map(({ id }) => id));
  for (const [index, question] of questions.entries()) {
    if (ids.has(question.id)) continue;
    // An archived question keeps its position, so that restoring it puts it back there.
    const previous = merged.findIndex(({ id }) => id === questions[index - 1]?.id);
    merged.splice(previous + 1, 0, { ...question, archived: true });
  }
  if (merged.length > QUESTIONS_STORED_MAX) return fail('questions-full');
  const isFull = merged.some(({ choices }) => choices.length > CHOICES_STORED_MAX);
  return isFull ? fail('question-full') : checkSize(merged);
}

/**
 * The questions after a sponsor's consent question is switched on or off. A new name makes it another question:
 * consent to share with one company does not apply to another.
 */
export function setSponsorConsentQuestion(
  stored: readonly AdminQuestion[],
  version: number,
  sponsor: { id: string; name: string | null; asked: boolean; now: string },
  language: Language,
): Outcome<AdminQuestion[]> {
  const { id, name, asked, now } = sponsor;
  const questions = stored.map((question) =>
    question.sponsor?.id === id
      ? {
          ...retireVersion(question, version),
          archived: !asked || question.sponsor.name !== name,
        }
      : retireVersion(question, version),
  );
  const index = stored.findIndex(({ sponsor, archived }) => sponsor?.id === id && !archived);
  if (asked && name === null) return fail('sponsor-without-name');
  if (asked && name !== null && consentQuestionsOf(questions, { id, name }).length === 0) {
    questions.splice(index < 0 ? questions.length : index, 0, {
      ...{ id: randomUUID(), kind: 'agreement', help: null, required: false, askedOf: 'both' },
      ...{ meaning: null, choices: [], other: false, version: 1, archived: false },
      ...{ earlierTexts: [], earlierTranslations: [], askedUntil: {} },
      ...sponsorTexts(name, language),
      sponsor: { id, name, since: now },
    } satisfies AdminQuestion);
  }
  const current = questions.filter(({ archived }) => !archived);
  if (current.length > QUESTIONS_MAX) return fail('too-many-questions');
  return questions.length > QUESTIONS_STORED_MAX ? fail('questions-full') : checkSize(questions);
}

/** The consent questions of a sponsor under its current name. */
export const consentQuestionsOf = (
  questions: readonly AdminQuestion[],
  { id, name }: { id: string; name: string | null },
) => questions.filter(({ sponsor }) => sponsor?.id === id && sponsor.name === name);

/** Whether a change adds a sponsor's consent question, or changes its wording. */
export function affectsSponsorConsent(
  before: readonly AdminQuestion[],
  after: readonly AdminQuestion[],
): boolean {
  const wordsOf = ({ label, help, text, askedOf, translations }: AdminQuestion) => [
    label,
    help,
    text,
    askedOf,
    translations,
  ];
  return after.some((question) => {
    if (!question.sponsor || question.archived) return false;
    const earlier = before.find(({ id, archived }) => id === question.id && !archived);
    return !earlier || !isDeepStrictEqual(wordsOf(earlier), wordsOf(question));
  });
}

/**
 * The limit for all stored questions of an event: its form reads them, and earlier texts in many languages add up.
 */
const STORED_BYTES = 4 * 1024 * 1024;

const checkSize = (questions: AdminQuestion[]): Outcome<AdminQuestion[]> =>
  Buffer.byteLength(JSON.stringify(questions)) > STORED_BYTES
    ? fail('question-full')
    : succeed(questions);

const isShown = (question: AdminQuestion, audience: 'visitors' | 'volunteers') =>
  !question.archived && isAsked(question, audience);

/** Records the last version in which a question was asked, for each audience, before it changes. */
const retireVersion = (question: AdminQuestion, current: number): AdminQuestion => ({
  ...question,
  askedUntil: {
    ...question.askedUntil,
    ...(isShown(question, 'visitors') && { visitors: current }),
    ...(isShown(question, 'volunteers') && { volunteers: current }),
  },
});

/** The version of an agreement after a change, with the earlier texts. Undefined if there are too many versions. */
function nextVersion(before: AdminQuestion | undefined, isOther: boolean) {
  const { version = 1, text = null, earlierTexts = [], earlierTranslations = [] } = before ?? {};
  if (!isOther || text === null) return { version, earlierTexts, earlierTranslations };
  if (version >= TEXTS_STORED_MAX) return undefined;
  return {
    version: version + 1,
    earlierTexts: [...earlierTexts, text],
    earlierTranslations: [...earlierTranslations, before ? agreementIn(before) : {}],
  };
}

/** The texts of an agreement in other languages. */
function agreementIn({ translations }: AdminQuestion) {
  const texts = Object.entries(translations).flatMap(([code, { text } = {}]) =>
    text ? [[code, text] as const] : [],
  );
  return Object.fromEntries(texts.sort()) as AdminQuestion['earlierTranslations'][number];
}

/** Replaces the translations of a question. For an agreement, changed translations are a new version. */
function translateQuestion(
  question: AdminQuestion,
  translations: AdminQuestion['translations'],
): AdminQuestion | undefined {
  const known = new Set(question.choices.map(({ id }) => id));
  const entries = Object.entries(translations).map(([code, { choices, text, ...texts } = {}]) => {
    const named = Object.entries(choices ?? {}).filter(([id]) => known.has(id));
    return [
      code,
      {
        ...texts,
        ...(text && question.kind === 'agreement' && { text }),
        ...(named.length > 0 && { choices: Object.fromEntries(named) }),
      },
    ];
  });
  const translated: AdminQuestion = { ...question, translations: Object.fromEntries(entries) };
  const [before, after] = [question, translated].map((each) => JSON.stringify(agreementIn(each)));
  const versions = nextVersion(question, before !== after);
  return versions && { ...translated, ...versions };
}

/** The questions with new translations. Archived questions keep theirs. */
export function translateQuestions(
  stored: readonly AdminQuestion[],
  { version, questions }: Pick<TranslationsInput, 'version' | 'questions'>,
): Outcome<AdminQuestion[]> {
  const translated = stored.flatMap((question) => {
    const current = retireVersion(question, version);
    if (current.archived) return current;
    const translations = (questions[current.id] ?? {}) as AdminQuestion['translations'];
    return translateQuestion(current, translations) ?? [];
  });
  return translated.length < stored.length ? fail('question-full') : checkSize(translated);
}

/**
 * The questions after the event's own language becomes this one. Each agreement then has this language's text as
 * its own, in a new version.
 */
export function withOwnLanguage(
  stored: readonly AdminQuestion[],
  version: number,
  language: Language,
): Outcome<AdminQuestion[]> {
  const changed = stored.flatMap((question) => {
    const ours = sponsorTextsIn(question, language);
    if (ours) {
      const versions = nextVersion(question, true);
      return versions ? { ...retireVersion(question, version), ...ours, ...versions } : [];
    }
    const { text, ...others } = question.translations[language] ?? {};
    if (!text) return question;
    const translations = { ...question.translations, [language]: others };
    return translateQuestion(retireVersion(question, version), translations) ?? [];
  });
  return changed.length < stored.length ? fail('question-full') : succeed(changed);
}

/**
 * The answers as readable text. Agreements include the text that was agreed to, in the language in which it was
 * shown.
 */
export function writeAnswers(
  questions: readonly AdminQuestion[],
  answers: Answers,
  language: Language | null,
) {
  return questions.flatMap((question) => {
    const answer = answers[question.id];
    if (answer === undefined) return [];
    const isAgreement = question.kind === 'agreement';
    const isImported = isAgreement && answer === IMPORTED;
    const { text, translations } = agreementOf(question, answer);
    const label = (language && translations[language]) || text;
    return [
      {
        question: question.label,
        answer: isImported ? 'Imported as agreed' : writeAnswer(question, answer),
        text: isAgreement && !isImported ? label : null,
      },
    ];
  });
}

/** The text of a version of an agreement, with its translations. */
export function agreementOf(question: AdminQuestion, answer: Answer) {
  const { earlierTexts, earlierTranslations = [], text } = question;
  const index = Number(answer) - 1;
  return {
    text: [...earlierTexts, text].at(index) ?? null,
    translations: [...earlierTranslations, agreementIn(question)].at(index) ?? {},
  };
}

/** An answer as a cell of a file: a number if possible. */
export const answerCell = (question: Question, answer: Answer | undefined) =>
  typeof answer === 'number' && question.kind !== 'agreement'
    ? answer
    : writeAnswer(question, answer);

/** The columns for the answers of several events. Questions with the same name share a column. */
export function answerColumns(events: ReadonlyMap<string, readonly Question[]>) {
  const columns: string[] = [];
  const placesOf = new Map<string, number[]>();
  for (const [eventId, questions] of events) {
    const places = answerHeadings(questions).map((heading) => {
      if (!columns.includes(heading)) columns.push(heading);
      return columns.indexOf(heading);
    });
    placesOf.set(eventId, places);
  }
  return {
    columns,
    /** The cells of a lead, in the order of the columns. */
    cellsOf(eventId: string, answers: Answers): (string | number)[] {
      const cells = columns.map((): string | number => '');
      for (const [index, question] of (events.get(eventId) ?? []).entries()) {
        const position = placesOf.get(eventId)?.[index];
        if (position !== undefined) cells[position] = answerCell(question, answers[question.id]);
      }
      return cells;
    },
  };
}
