import type { FieldProblem } from '../core/problem-document.ts';
import type { TypedContact } from './contact.ts';
import type { EnteredLead } from './leads.ts';

/** The id of the element in which the server puts the answers to a page's first requests. */
export const INITIAL_DATA_ID = 'initial-data';

/** The id of the lead form, by which the server's hidden fields belong to it. */
export const LEAD_FORM_ID = 'lead-form';

/** An answer of the API embedded in a page; 'not found' is an answer too. */
type InitialResponse = { status: 200; body: unknown } | { status: 404; sentence: string };

/** The answers by the URLs that the page would have requested; a word after the URL names a part of its answer. */
export type InitialData = Record<string, InitialResponse>;

/**
 * What became of an entry that the browser posted without the page's scripts. It is part of the first view,
 * under the path of the form.
 */
export type PostedEntry =
  | { entered: EnteredLead }
  | { entered?: undefined; typed: TypedEntry; refusal?: Refusal };

/** Why an entry was not accepted, and to which fields that belongs. */
export interface Refusal {
  sentence: string;
  fields?: FieldProblem[] | undefined;
}

/** The form as typed; `marketing` is 'yes' or 'no', and empty without a box. */
export type TypedEntry = TypedContact & { marketing: string; answers: string };

/** The event's questions in a form, as a browser would post them; empty if nothing was answered. */
export function postedAnswers(form: Iterable<[name: string, value: unknown]>): string {
  const answered = [...form].filter(([name, value]) => name.startsWith('answer.') && value !== '');
  return new URLSearchParams(answered as [string, string][]).toString();
}
