// The answers to an event's questions: in forms, in files, and their checks. This module does not import zod.

import { visibleLength } from '../../core/inputs/form-rules.ts';
import type { UnfilledProblem } from '../../core/problem-document.ts';
import type { Language } from '../../languages/languages.ts';
import type { LeadChannel, LeadSource } from '../lead-sources.ts';
import {
  type Answer,
  type Answers,
  type Audience,
  type Checked,
  IMPORTED,
  kindOf,
  LONG_TEXT_MAX,
  type Question,
  type TypedAnswer,
} from './kinds.ts';

/** The maximum size of a lead's answers, as JSON in UTF-8. */
export const ANSWERS_BYTES = 8 * 1024;

/** True if there is no answer. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return visibleLength(value) === 0;
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** True if the audience, visitors or volunteers, is asked the question. */
export const isAsked = ({ askedOf }: Question, audience: Audience) =>
  audience === 'both' || askedOf === 'both' || askedOf === audience;

/** A question with its history. */
type QuestionWithHistory = Question & {
  archived?: boolean;
  /** The last version of the questions in which each audience was asked this one, if it no longer is. */
  askedUntil?: Partial<Record<Audience, number | undefined>>;
};

/** True if the audience can answer the question in its form. Administrators and files can answer all of them. */
const isInForm = (question: QuestionWithHistory, audience: Audience, olderVersion = Infinity) =>
  audience === 'both' ||
  (!question.archived && isAsked(question, audience)) ||
  olderVersion <= (question.askedUntil?.[audience] ?? 0);

/** The audience of a lead, from its channel or source. Administrators and files may answer everything. */
export function audienceOf(channel: LeadChannel | LeadSource): Audience {
  if (channel === 'administrator' || channel === 'import') return 'both';
  return channel === 'volunteer' ? 'volunteers' : 'visitors';
}

/** The required questions without an answer. */
export const missingAnswers = <Kept extends QuestionWithHistory>(
  questions: readonly Kept[],
  answers: Answers,
  audience: Audience,
): Kept[] =>
  questions.filter(
    (question) =>
      question.required &&
      !question.archived &&
      isAsked(question, audience) &&
      answers[question.id] === undefined,
  );

/** The questions whose answers can be edited. An agreement cannot be added later, only withdrawn. */
export const changeable = <Kept extends Question>(
  questions: readonly Kept[],
  answers: Readonly<Record<string, Answer | null>>,
): Kept[] => questions.filter(({ id, kind }) => kind !== 'agreement' || answers[id] != null);

/** A question's name in lists that include archived questions. */
export const titleOf = ({ label, archived }: { label: string; archived?: boolean }) =>
  archived ? `${label} (archived)` : label;

export const writeAnswer = (question: Question, answer: Answer | undefined) =>
  answer === undefined ? '' : kindOf(question).write(answer, question);

/** Parses the text of an answer, for example from a file. Blank text is no answer. */
export function readAnswer(question: Question, text: string): unknown {
  // No answer is that long, and parsing it would take time.
  if (text.length > 4 * LONG_TEXT_MAX) return text;
  return isBlank(text) ? null : kindOf(question).read(text, question);
}

/** The names of a question's form controls, as posted without scripts. */
export const controlName = ({ id }: Pick<Question, 'id'>) => `answer.${id}`;
export const otherName = ({ id }: Question) => `answer.${id}.other`;

/** Reads the values of a form's controls, from a posted form or from `FormData`. */
export function typedAnswers(
  questions: readonly Question[],
  form: { getAll(name: string): unknown[] },
): Record<string, TypedAnswer> {
  const typed = questions.map((question) => [
    question.id,
    {
      values: form.getAll(controlName(question)).map(String),
      other: String(form.getAll(otherName(question))[0] ?? ''),
    },
  ]);
  return Object.fromEntries(typed);
}

/** The answers in a form of this language, not yet checked. */
export function answersInForm(
  questions: readonly Question[],
  typed: Readonly<Record<string, TypedAnswer>>,
  language: Language,
): Record<string, unknown> {
  const answers = questions.flatMap((question) => {
    const answer = typed[question.id];
    const kind = kindOf(question);
    if (!answer || isBlank(answer.values.filter((value) => value !== ''))) return [];
    const value = kind.fromForm
      ? kind.fromForm(answer, question, language)
      : readAnswer(question, answer.values[0] ?? '');
    return [[question.id, value]];
  });
  return Object.fromEntries(answers);
}

/** The values with which a form in this language shows the answers. */
export function toTypedAnswers(
  questions: readonly Question[],
  answers: Readonly<Record<string, Answer | null>>,
  language: Language,
): Record<string, TypedAnswer> {
  const typed = questions.flatMap((question) => {
    const answer = answers[question.id];
    if (answer == null) return [];
    const kind = kindOf(question);
    const written = { values: [kind.write(answer, question)], other: '' };
    const text = kind.toForm?.(answer, language) ?? written;
    return [[question.id, text]];
  });
  return Object.fromEntries(typed);
}

/** The name of a question's field in a problem document. */
export const answerField = (id: string) => `answers.${id}`;

/** Checks the answer to one question: returns the answer, a problem, or undefined if it is blank. */
export function checkAnswer(question: Question, value: unknown): Checked | undefined {
  if (isBlank(value)) return undefined;
  const checked = kindOf(question).check(value, question);
  return 'answer' in checked && isBlank(checked.answer) ? undefined : checked;
}

/** The problem with a required question that has no answer. */
const missing = ({ kind }: Question) =>
  kind === 'agreement' ? 'Please accept “{label}”' : 'Please answer “{label}”';

interface CheckedAnswers {
  answers: Answers;
  /** True if a required answer is missing. */
  incomplete: boolean;
  problems: UnfilledProblem[];
}

interface CheckOptions {
  audience: Audience;
  /** True if a missing answer is a problem. Otherwise the lead is only marked as incomplete. */
  required: boolean;
  /**
   * The version of the questions that were answered, if it is not the current one. Questions and choices may have been
   * retired since.
   */
  olderVersion?: number | undefined;
}

/**
 * Checks submitted answers. Answers to another audience's questions are dropped, so that visitors cannot answer for
 * volunteers.
 */
export function checkAnswers(
  questions: readonly QuestionWithHistory[],
  sentAnswers: Readonly<Record<string, unknown>>,
  { audience, required, olderVersion }: CheckOptions,
): CheckedAnswers {
  const answers: Answers = {};
  const problems: UnfilledProblem[] = [];
  const older = olderVersion !== undefined;
  for (const question of questions) {
    if (!isInForm(question, audience, olderVersion)) continue;
    const field = answerField(question.id);
    const current = older ? { ...question, other: true } : offered(question, audience);
    const checked = checkAnswer(current, sentAnswers[question.id]);
    const values = { label: question.label };
    if (checked && 'problem' in checked) problems.push({ field, message: checked.problem, values });
    else if (checked && !isOutdated(question, checked.answer, { audience, required })) {
      answers[question.id] = checked.answer;
    } else if (required && question.required) {
      problems.push({ field, message: missing(question), values });
    }
  }
  const known = questions.filter(({ archived }) => !archived || audience === 'both');
  for (const id of Object.keys(sentAnswers)) {
    if (!older && !known.some((question) => question.id === id)) {
      problems.push({ field: answerField(id), message: 'This event has no such question' });
    }
  }
  const incomplete = missingAnswers(questions, answers, audience).length > 0;
  return { answers, incomplete, problems: [...problems, ...checkSize(answers)] };
}

/** The question with the choices offered to this audience now. Administrators and files can use all choices. */
const offered = <Kept extends Question>(question: Kept, audience: Audience): Kept =>
  audience === 'both'
    ? question
    : { ...question, choices: question.choices.filter(({ archived }) => !archived) };

/**
 * True if an agreement is not to the current text, where a missing answer would be a problem, or if it is `IMPORTED`
 * and comes from visitors or volunteers.
 */
const isOutdated = (
  { kind, version }: Question,
  answer: Answer,
  { audience, required }: CheckOptions,
) =>
  kind === 'agreement' &&
  (required ? answer !== version : answer === IMPORTED && audience !== 'both');

const utf8 = new TextEncoder();

/** The problem with answers whose total size is too large. */
export function checkSize(answers: Answers): UnfilledProblem[] {
  const bytes = utf8.encode(JSON.stringify(answers)).length;
  return bytes > ANSWERS_BYTES ? [{ field: 'answers', message: 'The answers are too long' }] : [];
}

/** The texts among the answers, for the search. */
export function answersText(questions: readonly Question[], answers: Answers): string | null {
  const texts = questions.flatMap((question) => {
    const answer = answers[question.id];
    const written = ['line', 'paragraph'].includes(kindOf(question).control)
      ? [answer]
      : [answer].flat().map((each) => (typeof each === 'object' ? each.other : undefined));
    return written.filter((text) => text !== undefined);
  });
  return texts.length > 0 ? texts.join('\n') : null;
}
