import type { PublicEvent } from '@drawbridge/contract/events';
import { emailProblem, LEAD_NAME, lineProblem } from '@drawbridge/contract/form-rules';
import type { LeadContact } from '@drawbridge/contract/leads';
import { phoneProblem, shortPhoneSentence } from '@drawbridge/contract/phone';

/** The form's values as typed. */
export type Entry = Record<keyof LeadContact, string>;

export const emptyEntry: Entry = { name: '', phone: '', email: '' };

export type EntryProblems = { [Field in keyof Entry]?: string | undefined };

/** The event's rule for phone numbers; unknown until the event has loaded. */
export type PhoneRule = Pick<PublicEvent, 'country' | 'phoneMinLength'>;

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
