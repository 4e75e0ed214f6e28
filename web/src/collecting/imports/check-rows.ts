import { contact, mapContact, type TypedContact } from '@drawbridge/contract/collecting/contact';
import type { ImportRow } from '@drawbridge/contract/collecting/imports';
import { leadContact } from '@drawbridge/contract/collecting/leads';
import { checkAnswers, readAnswer } from '@drawbridge/contract/events/questions/answers';
import type { Question } from '@drawbridge/contract/events/questions/kinds';
import { chances } from '@drawbridge/contract/fair-draw/draws';
import type { TextValues } from '@drawbridge/contract/languages/texts';
import { leadPhoneIn } from '../lead-form/phone-rule.ts';
import type { Matching } from './columns.ts';

/** A problem of a row, as a sentence of the contract, which is translated where it is shown. */
export interface RowProblem {
  message: string;
  values?: TextValues;
}

/** A row that can be sent, or its problems. */
export type CheckedRow =
  | { ok: true; contact: Omit<ImportRow, 'row'> }
  | { ok: false; problems: RowProblem[] };

/** The texts in a row that answer questions. */
export const answersIn = (
  cells: readonly string[],
  matching: Matching,
  questions: readonly Question[],
): string[] => questions.map(({ id }) => cells[matching[id] ?? -1] ?? '');

/** The chances in a row, as text. */
export const chancesIn = (cells: readonly string[], matching: Matching): string =>
  cells[matching.chances ?? -1] ?? '';

/** The contact in a row. Spaces and signs that spreadsheets and other programs add are removed. */
export function contactIn(cells: readonly string[], matching: Matching): TypedContact {
  const cell = (column = -1) => cells[column] ?? '';
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  const name =
    cell(matching.name).trim() || `${cell(matching.firstName)} ${cell(matching.lastName)}`;
  return mapContact((field) => {
    const text = line(field === 'name' ? name : cell(matching[field]));
    const { kind } = contact[field];
    return kind === 'phone' ? tidyPhone(text) : kind === 'email' ? canonicalRedirect(text) : text;
  });
}

function canonicalRedirect(typed: string): string {
  return typed.replace(/^mailto:/i, '');
}

/** Dots, slashes and typographic hyphens also separate digits, but the forms do not accept them. */
function tidyPhone(typed: string): string {
  return typed
    .replace(/^tel:/i, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)\s*[./]\s*(?=[\d(])/g, ' ');
}

/**
 * Returns a check of contacts and answers by the rules of the forms, for an event in that country with these questions.
 */
export function checkerFor(country: string, questions: readonly Question[] = []) {
  const schema = leadContact.extend({
    phone: leadPhoneIn(country),
    chances: chances.optional(),
  });
  return (typed: TypedContact, texts: readonly string[] = [], lots = ''): CheckedRow => {
    const chances = lots.trim() && { chances: Number(lots) };
    const { data, error } = schema.safeParse({ ...typed, ...(chances || {}) });
    const read = questions.map((question, at) => [
      question.id,
      readAnswer(question, texts[at] ?? ''),
    ]);
    const { answers, problems } = checkAnswers(questions, Object.fromEntries(read), {
      audience: 'both',
      required: false,
    });
    if (data && problems.length === 0) {
      return { ok: true, contact: questions.length > 0 ? { ...data, answers } : data };
    }
    // The first problem of each field.
    const contactProblems = new Map<PropertyKey | undefined, string>();
    for (const { path, message } of error?.issues ?? []) {
      if (!contactProblems.has(path[0])) contactProblems.set(path[0], message);
    }
    return {
      ok: false,
      problems: [
        ...[...contactProblems.values()].map((message) => ({ message })),
        ...problems.map(({ message, values }) => ({ message, values })),
      ],
    };
  };
}
