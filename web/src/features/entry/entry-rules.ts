import type { PublicEvent } from '@drawbridge/contract/events';
import { phoneProblem, shortPhoneSentence } from '@drawbridge/contract/phone';
import type { Entry } from './entry.ts';

export type EntryProblems = Partial<Record<keyof Entry, string>>;

/** What an event says about phone numbers; unknown until the event has come. */
export type PhoneRule = Pick<PublicEvent, 'country' | 'phoneMinLength'>;

/** zod's own pattern; taking it from there brings a part of zod along. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/**
 * The contract's `leadContact`, said without zod: the schema would bring 26 KB to every visitor's
 * phone, a quarter of all they load, for three fields. The test beside this file holds the two
 * together over any input. How short a phone number may be depends on the event's country.
 */
export function problemsOf(entry: Entry, event?: PhoneRule): EntryProblems {
  const problems: EntryProblems = {};
  const name = nameProblem(entry.name.trim().normalize('NFC'));
  const phone = phoneProblem(
    entry.phone,
    event?.phoneMinLength,
    event && shortPhoneSentence(event.country, event.phoneMinLength),
  );
  const email = emailProblem(entry.email.trim().toLowerCase());
  if (name) problems.name = name;
  if (phone) problems.phone = phone;
  if (email) problems.email = email;
  return problems;
}

function nameProblem(name: string): string | undefined {
  if (lengthOf(name) < 2) return 'Name must be at least 2 characters';
  if (lengthOf(name) > 100) return 'Name is too long';
  if (/[\p{Cc}\p{Surrogate}]/u.test(name)) return 'Name contains characters that cannot be used';
  return undefined;
}

function emailProblem(email: string): string | undefined {
  const fits = email === '' || (lengthOf(email) <= 254 && EMAIL.test(email));
  return fits ? undefined : 'Invalid email address';
}

/** In characters as people count them and the schema does: an emoji is one, not two. */
function lengthOf(text: string): number {
  return [...text].length;
}
