// The kinds of questions that an event may ask besides the contact. Forms, files, filters and the server are made from
// this table. A new kind needs a row here and, if no control fits, a control in the web's `question-fields.tsx`. This
// module does not import zod, which would add 26 KB to the public form.

import {
  isCalendarDay,
  LINE_CHARACTERS,
  lengthOf,
  normaliseLine,
  PARAGRAPH_CHARACTERS,
  visibleLength,
} from '../../core/inputs/form-rules.ts';
import type { Language } from '../../languages/languages.ts';
import { readTypedNumber, writeNumber } from './numbers.ts';

export interface Choice {
  id: string;
  label: string;
  /** True if the choice is no longer offered; the answers that name it stay. */
  archived: boolean;
}

export interface Question {
  id: string;
  kind: QuestionKind;
  label: string;
  help: string | null;
  required: boolean;
  askedOf: Audience;
  meaning: string | null;
  /** The choices, and whether a free text can be given instead. */
  choices: Choice[];
  other: boolean;
  /** The text of an agreement, and the number of texts that it has had. */
  text: string | null;
  version: number;
  /** The texts in other languages, with those of the choices by their ids. */
  translations?: {
    [Code in Language]?:
      | { label?: string; help?: string; text?: string; choices?: Record<string, string> }
      | undefined;
  };
}

export const audiences = ['both', 'visitors', 'volunteers'] as const;
export type Audience = (typeof audiences)[number];

/** A free text instead of a choice. */
interface OtherChoice {
  other: string;
}
type Chosen = string | OtherChoice;
/**
 * An answer: text, a number, a day (`yyyy-MM-dd`), the id of a choice or several of them, yes or no, a rating, or the
 * version of the text that was agreed to (`IMPORTED` if only a file says so).
 */
export type Answer = string | number | boolean | OtherChoice | Chosen[];
/** Answers by the ids of the questions. */
export type Answers = Record<string, Answer>;

/** The values of a question's form controls. */
export interface TypedAnswer {
  values: string[];
  other: string;
}

/** The result of a check. A problem is a sentence with a placeholder for the question's label. */
export type Checked = { answer: Answer } | { problem: string };

interface KindDefinition {
  /** The kind's name, as the organiser reads it. */
  name: string;
  control: 'line' | 'paragraph' | 'number' | 'date' | 'one' | 'several' | 'rating' | 'tick';
  /** True if the organiser lists the choices. */
  hasChoices?: true;
  /** Checks a value: returns the answer to store, or the problem. */
  check(value: unknown, question: Question): Checked;
  /** Formats an answer as text, for files and people. */
  write(answer: Answer, question: Question): string;
  /** Parses such a text into a value that is not yet checked. */
  read(text: string, question: Question): unknown;
  /** Reads the value of form controls in a language. Without this function, their text is passed to `read`. */
  fromForm?(typed: TypedAnswer, question: Question, language: Language): unknown;
  toForm?(answer: Answer, language: Language): TypedAnswer;
  /** The values that lists filter by and that are counted, with their names. */
  values?(question: Question): { value: string; name: string }[];
  /** The value under which an answer is counted, if that is not the answer itself. */
  countedAs?(answer: Answer): string;
}

export const QUESTIONS_MAX = 20;
export const CHOICES_MAX = 30;
export const TEXT_MAX = 200;
export const LONG_TEXT_MAX = 2000;
export const RATING_MAX = 5;
export const OTHER = 'other';
const OTHER_NAME = 'Other';
export const AGREED = 'agreed';
/** The version of an imported agreement: the text that the person was shown is unknown. */
export const IMPORTED = 0;
const NUMBER_MAX = 1e15;

const asText = (answer: Answer) => String(answer);

function checkText(value: unknown, max: number, characters: RegExp): Checked {
  if (typeof value !== 'string') return { problem: '“{label}” must be text' };
  if (value.length > max * 4) return { problem: '“{label}” is too long' };
  const answer = normaliseLine(value.replace(/\r\n?/g, '\n'));
  if (lengthOf(answer) > max) return { problem: '“{label}” is too long' };
  if (!characters.test(answer)) {
    return { problem: '“{label}” contains characters that cannot be used' };
  }
  return { answer };
}

function checkChoice(value: unknown, question: Question): Checked {
  if (typeof value === 'string') {
    const known = question.choices.some(({ id }) => id === value);
    return known ? { answer: value } : { problem: '“{label}” has no such choice' };
  }
  const other = (value as Partial<OtherChoice> | null)?.other;
  if (typeof other !== 'string') return { problem: '“{label}” has no such choice' };
  const checked = checkText(other, TEXT_MAX, LINE_CHARACTERS);
  if ('problem' in checked) return checked;
  const text = String(checked.answer);
  const same = choiceNamed(text, question);
  if (same) return { answer: same.id };
  if (visibleLength(text) === 0) {
    // An optional question is not worth losing an entry: the choice says enough.
    return question.required || !question.other
      ? { problem: 'Write what it is' }
      : { answer: { other: OTHER_NAME } };
  }
  return question.other ? { answer: { other: text } } : { problem: '“{label}” has no such choice' };
}

/** The choice with this name, preferably one that is still offered. */
function choiceNamed(name: string, { choices }: Question): Choice | undefined {
  const lowerCaseName = name.toLowerCase();
  const named = choices.filter(({ label }) => label.toLowerCase() === lowerCaseName);
  return named.find(({ archived }) => !archived) ?? named[0];
}

function writeChoice(chosen: Chosen, { choices }: Question): string {
  if (typeof chosen !== 'string') return chosen.other;
  return choices.find(({ id }) => id === chosen)?.label ?? chosen;
}

function readChoice(name: string, question: Question): Chosen {
  return choiceNamed(name, question)?.id ?? { other: name };
}

const choiceFromForm = (value: string, { other }: TypedAnswer): Chosen =>
  value === OTHER ? { other } : value;

function choicesToForm(chosen: Chosen[]): TypedAnswer {
  const other = chosen.find((each) => typeof each !== 'string');
  return {
    values: chosen.map((each) => (typeof each === 'string' ? each : OTHER)),
    other: other ? (other as OtherChoice).other : '',
  };
}

const choiceValues = ({ choices, other }: Question) => [
  ...choices.map(({ id, label, archived }) => ({
    value: id,
    name: archived ? `${label} (archived)` : label,
  })),
  ...(other ? [{ value: OTHER, name: OTHER_NAME }] : []),
];

const choiceValue = (answer: Answer) => (typeof answer === 'string' ? answer : OTHER);

/** Joins names with semicolons, and quotes a name that contains a semicolon or a quote. */
const writeList = (names: string[]) =>
  names.map((name) => (/[;"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('; ');

function readList(text: string): string[] {
  const names = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/g)];
  return names
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((name) => name !== '');
}

/** Parses a number in a file, including common notations such as `£1,500`. */
function readNumber(text: string): unknown {
  const digits = text.replace(/^\s*[$€£¥]?\s*|\s*[$€£¥]?\s*$/g, '');
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits)
    ? digits.replaceAll(',', '')
    : digits;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : text;
}

const truths: Record<string, boolean> = {
  ...Object.fromEntries(['yes', 'y', 'true', '1'].map((word) => [word, true])),
  ...Object.fromEntries(['no', 'n', 'false', '0'].map((word) => [word, false])),
};
const readTruth = (text: string) => truths[text.trim().toLowerCase()] ?? text;

/** The kinds in the order in which an organiser chooses from them. */
export const kinds = {
  text: {
    name: 'Text',
    control: 'line',
    check: (value) => checkText(value, TEXT_MAX, LINE_CHARACTERS),
    write: asText,
    read: (text) => text,
  },
  longText: {
    name: 'Long text',
    control: 'paragraph',
    check: (value) => checkText(value, LONG_TEXT_MAX, PARAGRAPH_CHARACTERS),
    write: asText,
    read: (text) => text,
  },
  number: {
    name: 'Number',
    control: 'number',
    check: (value) =>
      typeof value === 'number' && Math.abs(value) < NUMBER_MAX
        ? { answer: value + 0 }
        : { problem: '“{label}” must be a number, such as 1500' },
    write: asText,
    read: readNumber,
    fromForm: ({ values: [text = ''] }, _question, language) =>
      readTypedNumber(text, language)?.value ?? text,
    toForm: (answer, language) => ({ values: [writeNumber(Number(answer), language)], other: '' }),
  },
  date: {
    name: 'Date',
    control: 'date',
    check: (value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isCalendarDay(value)
        ? { answer: value }
        : { problem: '“{label}” must be a date, such as 2026-12-31' },
    write: asText,
    read: (text) => text.trim(),
  },
  choice: {
    name: 'One choice',
    control: 'one',
    hasChoices: true,
    check: checkChoice,
    write: (answer, question) => writeChoice(answer as Chosen, question),
    read: readChoice,
    fromForm: (typed) => choiceFromForm(typed.values[0] ?? '', typed),
    toForm: (answer) => choicesToForm([answer as Chosen]),
    values: choiceValues,
    countedAs: choiceValue,
  },
  choices: {
    name: 'Several choices',
    control: 'several',
    hasChoices: true,
    check: (value, question) => {
      // More entries than this cannot be different choices.
      if (!Array.isArray(value) || value.length > question.choices.length + 1) {
        return { problem: '“{label}” has no such choices' };
      }
      const chosen = new Map<string, Chosen>();
      for (const each of value) {
        const checked = checkChoice(each, question);
        if ('problem' in checked) return checked;
        const answer = checked.answer as Chosen;
        chosen.set(typeof answer === 'string' ? answer : OTHER, answer);
      }
      // Sorted in the order of the choices, so that the same answers are equal.
      const order = [...question.choices.map(({ id }) => id), OTHER];
      return { answer: order.flatMap((id) => chosen.get(id) ?? []) };
    },
    write: (answer, question) =>
      writeList((answer as Chosen[]).map((each) => writeChoice(each, question))),
    read: (text, question) => readList(text).map((name) => readChoice(name, question)),
    fromForm: (typed) => typed.values.map((value) => choiceFromForm(value, typed)),
    toForm: (answer) => choicesToForm(answer as Chosen[]),
    values: choiceValues,
    countedAs: choiceValue,
  },
  yesNo: {
    name: 'Yes or no',
    control: 'one',
    check: (value) =>
      typeof value === 'boolean' ? { answer: value } : { problem: '“{label}” must be yes or no' },
    write: (answer) => (answer ? 'yes' : 'no'),
    read: readTruth,
    values: () => [
      { value: 'yes', name: 'Yes' },
      { value: 'no', name: 'No' },
    ],
    countedAs: (answer) => (answer ? 'yes' : 'no'),
  },
  rating: {
    name: 'Rating',
    control: 'rating',
    check: (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= RATING_MAX
        ? { answer: Number(value) }
        : { problem: '“{label}” must be a whole number from 1 to 5' },
    write: asText,
    read: (text) => (/^\s*\d\s*$/.test(text) ? Number(text) : text),
    values: () =>
      Array.from({ length: RATING_MAX }, (_, index) => String(index + 1)).map((value) => ({
        value,
        name: value,
      })),
  },
  agreement: {
    name: 'Agreement',
    control: 'tick',
    check: (value, question) =>
      Number.isInteger(value) && Number(value) >= IMPORTED && Number(value) <= question.version
        ? { answer: Number(value) + 0 }
        : { problem: '“{label}” has no such version' },
    write: (answer, { version }) =>
      answer === IMPORTED
        ? 'yes (imported)'
        : answer === version
          ? 'yes'
          : `yes (version ${answer})`,
    read: (text, { version }) => {
      const [, earlier, imported] =
        /^yes \((?:version (\d{1,9})|(imported))\)$/i.exec(text.trim()) ?? [];
      if (imported) return IMPORTED;
      if (earlier) return Number(earlier);
      const agreed = readTruth(text);
      return agreed === true ? version : agreed === false ? null : text;
    },
    fromForm: ({ values: [version = ''] }) =>
      /^\d{1,9}$/.test(version) ? Number(version) : version,
    toForm: (answer) => ({ values: [String(answer)], other: '' }),
    values: () => [{ value: AGREED, name: 'Agreed' }],
    countedAs: () => AGREED,
  },
} as const satisfies Record<string, KindDefinition>;

export type QuestionKind = keyof typeof kinds;
export const questionKinds = Object.keys(kinds) as QuestionKind[];

export const kindOf = (question: Pick<Question, 'kind'>): KindDefinition => kinds[question.kind];
