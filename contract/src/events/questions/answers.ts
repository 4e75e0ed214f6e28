// The answers to an event's questions: in forms, in files, and as they are checked. This module does not import zod.

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

/** The most that the answers of a lead may take, as JSON in UTF-8. */
export const ANSWERS_BYTES = 8 * 1024;

/** Whether nothing was answered. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return visibleLength(value) === 0;
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether a question is asked of visitors or of volunteers. */
export const isAsked = ({ askedOf }: Question, audience: Audience) =>
  audience === 'both' || askedOf === 'both' || askedOf === audience;

/** A question with what is known of its past. */
type KeptQuestion = Question & {
  archived?: boolean;
  /** The last version of the questions with which visitors or volunteers were asked it, before the current one. */
  askedUntil?: Partial<Record<Audience, number | undefined>>;
};

/** Whether somebody may answer a question in the form that they have: administrators and files all of them. */
const isInForm = (question: KeptQuestion, audience: Audience, olderVersion = Infinity) =>
  audience === 'both' ||
  (!question.archived && isAsked(question, audience)) ||
  olderVersion <= (question.askedUntil?.[audience] ?? 0);

/** Who was asked, by the channel of a lead or its source: an administrator or a file may answer everything. */
export function audienceOf(channel: LeadChannel | LeadSource): Audience {
  if (channel === 'administrator' || channel === 'import') return 'both';
  return channel === 'volunteer' ? 'volunteers' : 'visitors';
}

/** The required questions that a lead does not answer. */
export const missingAnswers = <Kept extends KeptQuestion>(
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

/** The questions whose answers can be changed later. An agreement is given once, and can only be withdrawn. */
export const changeable = <Kept extends Question>(
  questions: readonly Kept[],
  answers: Readonly<Record<string, Answer | null>>,
): Kept[] => questions.filter(({ id, kind }) => kind !== 'agreement' || answers[id] != null);

/** A question's name in lists, where those that are no longer asked are, too. */
export const titleOf = ({ label, archived }: { label: string; archived?: boolean }) =>
  archived ? `${label} (archived)` : label;

export const writeAnswer = (question: Question, answer: Answer | undefined) =>
  answer === undefined ? '' : kindOf(question).write(answer, question);

/** What a text stands for, as in a file; nothing if it is blank. */
export function readAnswer(question: Question, text: string): unknown {
  // Nothing that long is an answer, and reading it would take time.
  if (text.length > 4 * LONG_TEXT_MAX) return text;
  return isBlank(text) ? null : kindOf(question).read(text, question);
}

/** The names of a question's controls in a form, as they are posted without scripts. */
export const controlName = ({ id }: Pick<Question, 'id'>) => `answer.${id}`;
export const otherName = ({ id }: Question) => `answer.${id}.other`;

/** What the controls of a form contain: a posted form and `FormData` can both be asked. */
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

/** The answers in a form in this language, which may still be wrong. */
export function answersInForm(
  questions: readonly Question[],
  typed: Readonly<Record<string, TypedAnswer>>,
  language: Language,
): Record<string, unknown> {
  const given = questions.flatMap((question) => {
    const answer = typed[question.id];
    const kind = kindOf(question);
    if (!answer || isBlank(answer.values.filter((value) => value !== ''))) return [];
    const value = kind.fromForm
      ? kind.fromForm(answer, question, language)
      : readAnswer(question, answer.values[0] ?? '');
    return [[question.id, value]];
  });
  return Object.fromEntries(given);
}

/** Answers as the controls of a form in this language show them. */
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
    const shown = kind.toForm?.(answer, language) ?? written;
    return [[question.id, shown]];
  });
  return Object.fromEntries(typed);
}

/** The field of a question in a problem document. */
export const answerField = (id: string) => `answers.${id}`;

/** The answer to one question, nothing, or what is wrong with it. */
export function checkAnswer(question: Question, value: unknown): Checked | undefined {
  if (isBlank(value)) return undefined;
  const checked = kindOf(question).check(value, question);
  return 'answer' in checked && isBlank(checked.answer) ? undefined : checked;
}

/** Why a question without an answer is a problem. */
const missing = ({ kind }: Question) =>
  kind === 'agreement' ? 'Please accept “{label}”' : 'Please answer “{label}”';

interface CheckedAnswers {
  answers: Answers;
  /** Whether a required answer is missing. */
  incomplete: boolean;
  problems: UnfilledProblem[];
}

interface CheckOptions {
  audience: Audience;
  /** Whether a missing answer is a problem; otherwise the lead is only incomplete. */
  required: boolean;
  /** If the questions of before were answered, so that something may no longer be asked or offered. */
  olderVersion?: number | undefined;
}

/**
 * Checks answers as they were sent. What was asked of somebody else is left out, so that visitors cannot answer for
 * volunteers.
 */
export function checkAnswers(
  questions: readonly KeptQuestion[],
  given: Readonly<Record<string, unknown>>,
  { audience, required, olderVersion }: CheckOptions,
): CheckedAnswers {
  const answers: Answers = {};
  const problems: UnfilledProblem[] = [];
  const older = olderVersion !== undefined;
  for (const question of questions) {
    if (!isInForm(question, audience, olderVersion)) continue;
    const field = answerField(question.id);
    const asked = older ? { ...question, other: true } : offered(question, audience);
    const checked = checkAnswer(asked, given[question.id]);
    const values = { label: question.label };
    if (checked && 'problem' in checked) problems.push({ field, message: checked.problem, values });
    else if (checked && !isOutdated(question, checked.answer, { audience, required })) {
      answers[question.id] = checked.answer;
    } else if (required && question.required) {
      problems.push({ field, message: missing(question), values });
    }
  }
  const known = questions.filter(({ archived }) => !archived || audience === 'both');
  for (const id of Object.keys(given)) {
    if (!older && !known.some((question) => question.id === id)) {
      problems.push({ field: answerField(id), message: 'This event has no such question' });
    }
  }
  const incomplete = missingAnswers(questions, answers, audience).length > 0;
  return { answers, incomplete, problems: [...problems, ...checkSize(answers)] };
}

/** A question with the choices that somebody has who was asked it as it is now: administrators and files know all. */
const offered = <Kept extends Question>(question: Kept, audience: Audience): Kept =>
  audience === 'both'
    ? question
    : { ...question, choices: question.choices.filter(({ archived }) => !archived) };

/** Whether another text was agreed to than the one that is shown, or one that only an administrator can know of. */
const isOutdated = (
  { kind, version }: Question,
  answer: Answer,
  { audience, required }: CheckOptions,
) =>
  kind === 'agreement' &&
  (required ? answer !== version : answer === IMPORTED && audience !== 'both');

/** The problem with answers that are too long together. */
export function checkSize(answers: Answers): UnfilledProblem[] {
  const bytes = new TextEncoder().encode(JSON.stringify(answers)).length;
  return bytes > ANSWERS_BYTES ? [{ field: 'answers', message: 'The answers are too long' }] : [];
}

/** What a search finds: the texts among the answers. */
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
