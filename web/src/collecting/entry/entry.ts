import {
  type ContactField,
  contactFields,
  contactProblem,
  emptyContact,
  mapContact,
  type TypedContact,
} from '@drawbridge/contract/collecting/contact';
import {
  postedAnswers,
  type Refusal,
  type TypedEntry,
} from '@drawbridge/contract/collecting/initial-data';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { Answers } from '@drawbridge/contract/events/questions/kinds';
import { phoneProblem, shortPhoneSentence } from '@drawbridge/contract/phones/phone';
import { translate } from '../../lib/texts/texts.ts';

/** All values in the form, including a trap for bots, and values that came with the page. */
export interface FormValues extends TypedEntry {
  /** A hidden field (honeypot) that only bots fill in. */
  website: string;
  nonce: string;
  /** The versions of the consent text and of the questions on the page. */
  consentVersion: string;
  questionsVersion: string;
  /** The answers to the questions, if there are any. */
  answered?: Answers | undefined;
}

export const emptyEntry: TypedEntry = { ...emptyContact, marketing: '', answers: '' };

export type EntryProblems = { [Field in ContactField]?: string | undefined };

/** The event's rule for phone numbers; unknown until the event has loaded. */
type PhoneRule = Pick<PublicEvent, 'country' | 'phoneMinLength'>;

/** Reads the form from the page, not from state, because people type before the scripts have loaded. */
export function readForm(form: HTMLFormElement): FormValues {
  const values = new FormData(form);
  // The box comes after a hidden field with its answer 'no'.
  const text = (name: keyof FormValues) => String(values.getAll(name).at(-1) ?? '');
  return {
    ...mapContact(text),
    marketing: text('marketing'),
    website: text('website'),
    nonce: text('nonce'),
    consentVersion: text('consentVersion'),
    questionsVersion: text('questionsVersion'),
    answers: postedAnswers(values),
  };
}

export function isSameEntry(one: TypedEntry, other: TypedEntry): boolean {
  const fields = [...contactFields, 'marketing', 'answers'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** The problem with each field, in the order of the form. */
export function problemsOf(typed: TypedContact, event?: PhoneRule): EntryProblems {
  const tooShort = event && shortPhoneSentence(event.country, event.phoneMinLength);
  return mapContact((field) => {
    const problem = contactProblem(field, typed[field], (phone) =>
      phoneProblem(phone, event?.phoneMinLength, tooShort),
    );
    return problem && translate(problem);
  });
}

/** The field to which a refusal belongs; only the server can check the numbers of every country. */
export function refusedField(refusal: Refusal | undefined): ContactField | undefined {
  return contactFields.find((name) => refusal?.fields?.some(({ field }) => field === name));
}

/** The name of the first field with a problem. */
export function firstWrong(
  problems: EntryProblems,
  errors: Record<string, string> = {},
): string | undefined {
  const [question] = Object.keys(errors);
  return contactFields.find((name) => problems[name]) ?? (question && `answer.${question}`);
}
