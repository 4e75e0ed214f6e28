import type { FieldProblem } from '../core/problem-document.ts';
import type { TypedContact } from './contact.ts';
import type { EnteredLead } from './leads.ts';

/** The id of the element in which the server embeds the responses to a page's first requests. */
export const INITIAL_DATA_ID = 'initial-data';

/** The id of the lead form, to which the server's hidden fields refer. */
export const LEAD_FORM_ID = 'lead-form';

/** An API response embedded in a page; 404 is stored as well. */
type InitialResponse = { status: 200; body: unknown } | { status: 404; sentence: string };

/**
 * The responses by the URLs that the page would have requested. A suffix after the URL names a part of the response.
 */
export type InitialData = Record<string, InitialResponse>;

/**
 * The outcome of an entry that the browser posted without the page's scripts. It is part of the initial data, under the
 * path of the form.
 */
export type PostedEntry =
  | { entered: EnteredLead }
  | { entered?: undefined; typed: TypedEntry; refusal?: Refusal };

/** The problem with a refused entry, and the fields that it belongs to. */
export interface Refusal {
  sentence: string;
  fields?: FieldProblem[] | undefined;
}

/** The values typed into the form. `marketing` is 'yes' or 'no', or empty if the form has no such box. */
export type TypedEntry = TypedContact & { marketing: string; answers: string };

/**
 * The answers to the event's questions in a form, encoded as a browser would post them. Empty if nothing was answered.
 */
export function postedAnswers(form: Iterable<[name: string, value: unknown]>): string {
  const answered = [...form].filter(([name, value]) => name.startsWith('answer.') && value !== '');
  return new URLSearchParams(answered as [string, string][]).toString();
}
