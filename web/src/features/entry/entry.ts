import type { PublicEvent } from '@drawbridge/contract/events';
import { emailProblem, LEAD_NAME, lineProblem } from '@drawbridge/contract/form-rules';
import type { LeadContact } from '@drawbridge/contract/leads';
import { phoneProblem, shortPhoneSentence } from '@drawbridge/contract/phone';

/** The form's values as typed. */
export type Entry = Record<keyof LeadContact, string>;

/** Everything in the form: also a trap for bots, and what came with the page. */
export interface FormValues extends Entry {
  /** A hidden field (honeypot) that only bots fill in. */
  website: string;
  nonce: string;
  /** The version of the consent text on the page. */
  consentVersion: string;
}

export const emptyEntry: Entry = { name: '', phone: '', email: '' };

export type EntryProblems = { [Field in keyof Entry]?: string | undefined };

/** The event's rule for phone numbers; unknown until the event has loaded. */
export type PhoneRule = Pick<PublicEvent, 'country' | 'phoneMinLength'>;

/** Read from the page and not kept in state, because people type before the scripts have loaded. */
export function readForm(form: HTMLFormElement): FormValues {
  const values = new FormData(form);
  const text = (name: keyof FormValues) => String(values.get(name) ?? '');
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    website: text('website'),
    nonce: text('nonce'),
    consentVersion: text('consentVersion'),
  };
}

export function isSameEntry(one: Entry, other: Entry): boolean {
  return one.name === other.name && one.phone === other.phone && one.email === other.email;
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
