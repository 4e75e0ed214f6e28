import { createHash, randomUUID } from 'node:crypto';
import { contactOf, contactValues, mapContact } from '@drawbridge/contract/collecting/contact';
import {
  type PostedEntry,
  postedAnswers,
  type TypedEntry,
} from '@drawbridge/contract/collecting/initial-data';
import { type LeadInput, publicLeadInput } from '@drawbridge/contract/collecting/leads';
import {
  answerField,
  answersInForm,
  controlName,
  typedAnswers,
} from '@drawbridge/contract/events/questions/answers';
import type { Question } from '@drawbridge/contract/events/questions/kinds';
import { readTypedNumber, writeNumber } from '@drawbridge/contract/events/questions/numbers';
import { isLanguage } from '@drawbridge/contract/languages/languages';
import type { Texts } from '@drawbridge/contract/languages/texts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The lead form as a browser posts it without scripts. */
export type PostedForm = ReturnType<typeof readPostedForm>;
type RefusedEntry = Extract<PostedEntry, { typed: unknown }>;

export function readPostedForm(body: unknown) {
  // A body that is not a form counts as an empty form, and a missing field as an empty field.
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const text = (name: string) => form.getAll(name).at(-1) ?? '';
  return {
    ...mapContact(text),
    website: text('website'),
    nonce: text('nonce'),
    id: text('id'),
    consentVersion: text('consentVersion'),
    questionsVersion: text('questionsVersion'),
    marketing: text('marketing'),
    language: text('language'),
    answers: postedAnswers(form),
  };
}

/** The values that the person typed, to show them again. */
export function typedIn(form: PostedForm): TypedEntry {
  return { ...contactOf(form), marketing: form.marketing, answers: form.answers };
}

/** The page's id, or a new one if the form has none. */
export function pageIdOf({ id }: PostedForm): string {
  return uuid.test(id) ? id : randomUUID();
}

/** The entry in a posted form, or the explanation of its problems. */
export function readEntry(
  eventId: string,
  form: PostedForm,
  questions: readonly Question[],
  texts: Texts,
): { lead: LeadInput } | { refused: RefusedEntry; reason: string } {
  const typed = typedIn(form);
  const answered = typedAnswers(questions, new URLSearchParams(form.answers));
  const entry = publicLeadInput.safeParse({
    id: entryId(form, eventId),
    eventId,
    website: form.website,
    ...versionIn(form, 'consentVersion'),
    ...versionIn(form, 'questionsVersion'),
    ...(isLanguage(form.language) && { language: form.language }),
    ...typed,
    answers: answersInForm(questions, answered, texts.language),
    marketing: typed.marketing === '' ? undefined : typed.marketing === 'yes',
  });
  const ambiguities = askAboutNumbers(questions, typed, texts);
  if (ambiguities)
    return { refused: ambiguities, reason: ambiguities.refusal?.fields?.[0]?.message ?? '' };
  if (entry.success) return { lead: entry.data };
  // The form finds and explains the problems of its own fields.
  const other = entry.error.issues.find(({ path }) => !(String(path[0]) in typed));
  return {
    refused: { typed, ...(other && { refusal: { sentence: other.message } }) },
    reason: texts.sentence((other ?? entry.error.issues[0])?.message ?? ''),
  };
}

/**
 * Returns the form with its ambiguous numbers in their interpreted form, so that sending it again confirms them:
 * without a script the person has not seen the interpretation.
 */
function askAboutNumbers(
  questions: readonly Question[],
  typed: TypedEntry,
  texts: Texts,
): RefusedEntry | undefined {
  const answers = new URLSearchParams(typed.answers);
  const fields = questions.flatMap((question) => {
    if (question.kind !== 'number') return [];
    const name = controlName(question);
    const read = readTypedNumber(answers.get(name) ?? '', texts.language);
    if (!read?.ambiguous) return [];
    const number = writeNumber(read.value, texts.language);
    answers.set(name, number);
    const message = `${texts.text('visitor.readAs', { number })} ${texts.text('visitor.sendIfRight')}`;
    return [{ field: answerField(question.id), message }];
  });
  const [first] = fields;
  if (!first) return undefined;
  const refusal = { sentence: first.message, fields };
  return { typed: { ...typed, answers: answers.toString() }, refusal };
}

/** The version in a form. Other programs may post a form without it. */
function versionIn(form: PostedForm, name: 'consentVersion' | 'questionsVersion') {
  return /^\d{1,9}$/.test(form[name]) && { [name]: Number(form[name]) };
}

/**
 * The id of the entry, derived from the page and its contents. Posting the same contents again, by a double press
 * or a reload, creates no second lead. A corrected form is a new entry.
 */
function entryId(form: PostedForm, eventId: string): string {
  const typed = [...contactValues(form), form.marketing, form.answers];
  const contents = JSON.stringify([pageIdOf(form), eventId, ...typed]);
  const hex = createHash('sha256').update(contents).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
