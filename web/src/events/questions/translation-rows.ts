import type { AdminEvent, translationsInput } from '@drawbridge/contract/events/events';
import { type Language, languageCodes } from '@drawbridge/contract/languages/languages';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { z } from 'zod';
import { say } from '../../lib/texts/say.ts';

type Input = z.input<typeof translationsInput>;

/** A text of the organiser, and its translations by language. */
export interface TranslationRow {
  /** The path of the text: an event's field, or a field or choice of a question or prize. */
  path: readonly string[];
  label: string;
  original: string;
  translations: { [Code in Language]?: string };
  /** True if it may have several lines. */
  long?: boolean;
}

interface TranslationGroup {
  title: string;
  rows: TranslationRow[];
}

/** The languages into which an event can be translated. */
export const targetLanguages = ({ language, languages }: AdminEvent): Language[] =>
  (languages ?? languageCodes).filter((code) => code !== language);

/** All texts of an event that can be translated; empty texts are left out. */
export function translationGroups(event: AdminEvent, prizes: readonly Prize[]): TranslationGroup[] {
  const groups = [
    {
      title: say('Event'),
      rows: rowsOf(['event'], event, [
        ['name', say('Name')],
        ['consentNote', say('Consent sentence')],
        ['marketingText', say('Marketing box')],
        ['privacyText', say('Privacy text'), true],
      ]),
    },
    ...questionGroups(event),
    ...prizes.map((prize, index) => ({
      title: say('Prize {number}', { number: index + 1 }),
      rows: rowsOf(['prizes', prize.id], prize, [
        ['name', say('Name')],
        ['description', say('Description'), true],
      ]),
    })),
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

const questionGroups = ({ questions }: Pick<AdminEvent, 'questions'>): TranslationGroup[] =>
  questions
    .filter(({ archived }) => !archived)
    .map((question, index) => ({
      title: say('Question {number}', { number: index + 1 }),
      rows: [
        ...rowsOf(['questions', question.id], question, [
          ['label', say('Question')],
          ['help', say('Help')],
          ['text', say('Text'), true],
        ]),
        ...question.choices
          .filter(({ archived }) => !archived)
          .map(({ id, label }) => ({
            path: ['questions', question.id, 'choices', id],
            label: say('Choice'),
            original: label,
            translations: by((code) => question.translations[code]?.choices?.[id]),
          })),
      ],
    }));

interface Owner {
  translations: { [Code in Language]?: object | undefined };
}

function rowsOf(
  path: string[],
  owner: Owner,
  fields: [field: string, label: string, long?: boolean][],
): TranslationRow[] {
  const textOf = (texts: object | undefined, field: string) =>
    (texts as Record<string, string | null | undefined> | undefined)?.[field] ?? undefined;
  return fields.flatMap(([field, label, long = false]) => {
    const original = textOf(owner, field);
    const translations = by((code) => textOf(owner.translations[code], field));
    return original ? [{ path: [...path, field], label, original, translations, long }] : [];
  });
}

const by = (textIn: (code: Language) => string | undefined) =>
  Object.fromEntries(
    languageCodes.flatMap((code) => {
      const text = textIn(code);
      return text ? [[code, text]] : [];
    }),
  );

/** The typed translations, by the text that they belong to. */
export type TypedTranslations = Readonly<Record<string, string>>;
export const keyOf = ({ path }: TranslationRow, code: Language) => [code, ...path].join('/');
export const dependentUrls = (row: TranslationRow, code: Language, typed: TypedTranslations) =>
  typed[keyOf(row, code)] ?? row.translations[code] ?? '';

/** The number of texts without a translation into a language. */
export function countMissing(
  groups: readonly TranslationGroup[],
  code: Language,
  typed: TypedTranslations,
): number {
  const rows = groups.flatMap((group) => group.rows);
  return rows.filter((row) => dependentUrls(row, code, typed).trim() === '').length;
}

/** The languages that an event offers although texts of its questions have no translation into them. */
export function untranslatedInto(event: AdminEvent): Language[] {
  const groups = questionGroups(event);
  return targetLanguages(event).filter((code) => countMissing(groups, code, {}) > 0);
}

/** All translations as they are saved, without languages that are no longer offered. */
export function toTranslations(
  event: AdminEvent,
  groups: readonly TranslationGroup[],
  typed: TypedTranslations,
): Input {
  const input = { version: event.questionsVersion, event: {}, questions: {}, prizes: {} };
  for (const code of targetLanguages(event)) {
    for (const row of groups.flatMap((group) => group.rows)) {
      const [kind, ...rest] = row.path;
      const place =
        kind === 'event' ? ['event', code, ...rest] : [kind, rest[0], code, ...rest.slice(1)];
      put(input, place as string[], dependentUrls(row, code, typed));
    }
  }
  return input;
}

function put(into: object, [first = '', ...rest]: string[], text: string): void {
  const target = into as Record<string, unknown>;
  if (rest.length === 0) target[first] = text;
  else {
    target[first] ??= {};
    put(target[first] as object, rest, text);
  }
}
