import type { PublicEvent } from '@drawbridge/contract/events';
import type { TypedEntry } from '@drawbridge/contract/first-view';
import { emailProblem, LEAD_NAME, lineProblem } from '@drawbridge/contract/form-rules';
import type { LeadContact } from '@drawbridge/contract/leads';
import { phoneProblem, shortPhoneSentence } from '@drawbridge/contract/phone';

/** Everything in the form: also a trap for bots, and what came with the page. */
export interface FormValues extends TypedEntry {
  /** A hidden field (honeypot) that only bots fill in. */
  website: string;
  nonce: string;
  /** The version of the consent text on the page. */
  consentVersion: string;
}

export const emptyEntry: TypedEntry = { name: '', phone: '', email: '', marketing: '' };

/** The contact as typed. */
export type Entry = Record<keyof LeadContact, string>;

export type EntryProblems = { [Field in keyof Entry]?: string | undefined };

/** The event's rule for phone numbers; unknown until the event has loaded. */
export type PhoneRule = Pick<PublicEvent, 'country' | 'phoneMinLength'>;

/** Read from the page and not kept in state, because people type before the scripts have loaded. */
export function readForm(form: HTMLFormElement): FormValues {
  const values = new FormData(form);
  // The box comes after a hidden field with its answer 'no'.
  const text = (name: keyof FormValues) => String(values.getAll(name).at(-1) ?? '');
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    marketing: text('marketing'),
    website: text('website'),
    nonce: text('nonce'),
    consentVersion: text('consentVersion'),
  };
}

export function isSameEntry(one: TypedEntry, other: TypedEntry): boolean {
  return (['name', 'phone', 'email', 'marketing'] as const).every(
    (field) => one[field] === other[field],
  );
}

/** The problem with each field, in the order of the form. */
export function problemsOf({ name, phone, email }: Entry, event?: PhoneRule): EntryProblems {
  return {
    name: lineProblem(name, LEAD_NAME),
    phone: phoneProblem(
      phone,
      event?.phoneMinLength,
      event && shortPhoneSentence(event.country, event.phoneMinLength),
    ),
    email: emailProblem(email),
  };
}

/** The first field with a problem. */
export function firstWrong(problems: EntryProblems): keyof Entry | undefined {
  return (['name', 'phone', 'email'] as const).find((name) => problems[name]);
}
