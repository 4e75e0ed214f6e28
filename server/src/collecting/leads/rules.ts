import { hash } from 'node:crypto';
import { contactOf, type LeadContact } from '@drawbridge/contract/collecting/contact';
import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import type { LeadInput } from '@drawbridge/contract/collecting/leads';
import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import type { UnfilledProblem } from '@drawbridge/contract/core/problem-document';
import type { LeadChannel, LeadSource } from '@drawbridge/contract/events/lead-sources';
import {
  answerField,
  answersText,
  audienceOf,
  checkAnswers,
  checkSize,
  isAsked,
  isBlank,
  missingAnswers,
  writeAnswer,
} from '@drawbridge/contract/events/questions/answers';
import {
  type Answer,
  type Answers,
  type Audience,
  IMPORTED,
} from '@drawbridge/contract/events/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { normalisePhone, phoneProblem } from '@drawbridge/contract/phones/phone';
import { readPhone, shortPhoneProblem } from '@drawbridge/contract/phones/phone-key';
import { type Failure, fail, failFields } from '../../errors.ts';
import { agreementOf } from '../../events/questions/rules.ts';

/**
 * Identifies an entry that is submitted again with the same id, even if its lead was edited since. Fields without a
 * value are skipped, so that a new field does not change the fingerprints of earlier leads.
 */
export function fingerprint(
  eventId: string,
  { contact, given }: Pick<ReturnType<typeof readPerson>, 'contact' | 'given'>,
  marketing?: boolean,
): string {
  const fields = Object.entries(contact).filter(([, value]) => value !== null);
  // The answers as they were sent, because the questions may have changed since.
  const answers = Object.entries(given).filter(([, value]) => !isBlank(value));
  answers.sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [eventId, fields, marketing, ...(answers.length > 0 ? [answers] : [])];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

/** The rules of an event for reading its leads. The version counts the changes of its questions. */
export interface EventRules {
  country: string;
  questions: readonly AdminQuestion[];
  questionsVersion: number;
}

type Answering = Pick<LeadInput, 'answers' | 'questionsVersion'>;
type Person = LeadContact & Answering;

/** Checks the given answers against the event's questions. Tokens cannot give an agreement. */
function readAnswers(person: Answering, event: EventRules, channel: LeadChannel, program: boolean) {
  const audience = audienceOf(channel);
  // Answers to an older version are not checked for required questions, because these may be new.
  const { answers: given = {}, questionsVersion = event.questionsVersion } = person;
  const olderVersion = questionsVersion < event.questionsVersion ? questionsVersion : undefined;
  const required = audience !== 'both' && olderVersion === undefined;
  const checked = checkAnswers(event.questions, given, { audience, required, olderVersion });
  const forged = program ? event.questions.filter((each) => isAgreed(each, checked.answers)) : [];
  const problems = forged.map(({ id, label }) => ({
    field: answerField(id),
    message: 'Tokens cannot agree to “{label}” for a person',
    values: { label },
  }));
  const { answers, incomplete } = checked;
  return { given, answers, incomplete, problems: [...checked.problems, ...problems] };
}

/** Whether a question is an agreement and was agreed to. */
export const isAgreed = ({ id, kind }: AdminQuestion, answers: Answers) =>
  kind === 'agreement' && id in answers;

/** Finds the problems of an entry under the event's rules, when other fields are already invalid. */
export function eventRuleProblems(
  entry: Answering & { phone?: string | undefined },
  event: EventRules,
  channel: LeadChannel,
  program: boolean,
): UnfilledProblem[] {
  const { problem } = entry.phone ? comparePhone(entry.phone, event.country) : {};
  return [...phoneProblems(problem), ...readAnswers(entry, event, channel, program).problems];
}

const phoneProblems = (code: ProblemCode | undefined): UnfilledProblem[] =>
  code ? [{ field: 'phone', message: problems[code][1] }] : [];

/** The first problem decides the code; the fields name all of them. */
export function failWith(
  phone: ProblemCode | undefined,
  answers: readonly UnfilledProblem[],
): Failure | undefined {
  const fields = [...phoneProblems(phone), ...answers];
  if (phone) return fail(phone, { fields });
  return fields.length > 0 ? failFields(fields) : undefined;
}

/** The columns of a contact and its answers at an event, with the problem if there is one. */
export function readPerson(
  person: Person,
  event: EventRules,
  channel: LeadChannel,
  program = false,
) {
  const { columns, problem } = comparePhone(person.phone, event.country);
  const contact: LeadContact = { ...contactOf(person), phone: columns.phone };
  const { given, answers, incomplete, problems } = readAnswers(person, event, channel, program);
  // A file says that a person has agreed, but not to which text.
  for (const question of channel === 'import' ? event.questions : []) {
    if (isAgreed(question, answers)) answers[question.id] = IMPORTED;
  }
  return {
    contact,
    given,
    answers,
    columns: Object.assign(columns, contact, answerColumns(event.questions, answers, incomplete)),
    problem: failWith(problem, problems),
  };
}

const answerColumns = (
  questions: EventRules['questions'],
  answers: Answers,
  incomplete: boolean,
) => ({ answers, answers_text: answersText(questions, answers), incomplete });

/**
 * Computes a lead's answers after an edit, at the event that it then belongs to. The editor can withdraw an
 * agreement, but cannot give it for the person.
 */
export function changeAnswers(
  lead: { answers: Answers; channel: LeadChannel | LeadSource },
  newAnswers: Readonly<Record<string, unknown>>,
  { before, now }: Record<'before' | 'now', EventRules['questions']>,
  by: Audience,
) {
  // The editor's page may show older questions, so archived questions and choices are accepted.
  const known = now.map((question) => ({
    ...question,
    archived: false,
    choices: question.choices.map((choice) => ({ ...choice, archived: false })),
  }));
  const changed = checkAnswers(known, newAnswers, { audience: by, required: false });
  const agreed = (question: AdminQuestion) =>
    question.kind === 'agreement' && isAsked(question, by) && !isBlank(newAnswers[question.id]);
  const stored = now.flatMap((question) => {
    const { id } = question;
    const previous = before.find((other) => other.id === id);
    const answer = lead.answers[id];
    if (id in newAnswers && isAsked(question, by) && !agreed(question))
      return [[id, changed.answers[id]]];
    return previous && answer !== undefined && isSame(previous, question, answer)
      ? [[id, answer]]
      : [];
  });
  const answers: Answers = Object.fromEntries(stored.filter(([, answer]) => answer !== undefined));
  const incomplete = missingAnswers(now, answers, audienceOf(lead.channel)).length > 0;
  const forged = now.filter(
    (each) => agreed(each) && newAnswers[each.id] !== lead.answers[each.id],
  );
  const wrong = [
    ...changed.problems,
    ...forged.map(({ id, label }) => ({
      field: answerField(id),
      message: 'Only the person can agree to “{label}”. Here it can only be withdrawn.',
      values: { label },
    })),
    ...checkSize(answers),
  ];
  const withdrawn = now.filter(
    ({ id, kind }) =>
      kind === 'agreement' && id in newAnswers && id in lead.answers && !(id in answers),
  );
  return {
    withdrawn: withdrawn.map(({ label }) => label),
    columns: answerColumns(now, answers, incomplete),
    problems: wrong,
  };
}

/** The answers of a kept lead after a merge: it takes those that it lacks. */
export const mergeAnswers = (
  stored: { answers: Answers; channel: LeadChannel | LeadSource },
  other: { answers: Answers },
  questions: EventRules['questions'],
) => {
  const answers = { ...other.answers, ...stored.answers };
  const missing = missingAnswers(questions, answers, audienceOf(stored.channel));
  return answerColumns(questions, answers, missing.length > 0);
};

/**
 * Whether an answer means the same at both events. Choices and texts of a copied question may differ from the
 * original.
 */
function isSame(one: AdminQuestion, other: AdminQuestion, answer: Answer): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind || writeAnswer(one, answer) !== writeAnswer(other, answer))
    return false;
  const textOf = (question: AdminQuestion) => JSON.stringify(agreementOf(question, answer));
  return one.kind !== 'agreement' || textOf(one) === textOf(other);
}

/** The columns of a phone number, normalised and compared as a number of the event's country. */
export function comparePhone(typed: string, country: string) {
  const phone = normalisePhone(typed);
  const { key, valid } = readPhone(typed, country);
  const tooShort = phoneProblem(typed) !== undefined && !valid;
  return {
    columns: {
      phone,
      // The number as typed is stored because a plus sign indicates the country, which the digits alone do not.
      phone_typed: typed === phone ? null : typed,
      phone_key: key,
      phone_valid: valid,
    },
    problem: tooShort ? shortPhoneProblem(country).code : undefined,
  };
}

/** The statuses from which each status can be reached: pending → verified → promoted. Only an undo goes back. */
export const previousStatuses: Record<LeadStatus, LeadStatus[]> = {
  pending: [],
  verified: ['pending'],
  promoted: ['verified'],
};

/** The problem to report when a lead could not change to that status. */
export function statusProblem(to: LeadStatus | undefined): ProblemCode {
  if (to === 'verified') return 'lead-not-pending';
  return to === 'promoted' ? 'lead-not-verified' : 'lead-not-reversible';
}
