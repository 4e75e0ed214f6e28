import { contact, mapContact, type TypedContact } from '@drawbridge/contract/contact';
import { withoutGuard } from '@drawbridge/contract/csv';
import type { ImportRow } from '@drawbridge/contract/imports';
import { leadContact } from '@drawbridge/contract/leads';
import { leadPhoneIn } from '../../shared/phone-rule.ts';
import type { Matching } from './matching/fields.ts';

/** A row that can be sent, or what is wrong with it. */
export type CheckedRow =
  | { ok: true; contact: Omit<ImportRow, 'row'> }
  | { ok: false; problems: string[] };

/** The contact in a row. Spaces and signs that spreadsheets and other programs add are removed. */
export function contactIn(cells: readonly string[], matching: Matching): TypedContact {
  const cell = (column: number | undefined) =>
    column === undefined ? '' : withoutGuard(cells[column] ?? '');
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  const name =
    cell(matching.name).trim() || `${cell(matching.firstName)} ${cell(matching.lastName)}`;
  return mapContact((field) => {
    const text = line(field === 'name' ? name : cell(matching[field]));
    const { kind } = contact[field];
    return kind === 'phone' ? tidyPhone(text) : kind === 'email' ? tidyAddress(text) : text;
  });
}

function tidyAddress(typed: string): string {
  return typed.replace(/^mailto:/i, '');
}

/** Dots, slashes and typographic hyphens separate digits too; the forms do not know them. */
function tidyPhone(typed: string): string {
  return typed
    .replace(/^tel:/i, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)\s*[./]\s*(?=[\d(])/g, ' ');
}

/** Checks contacts by the rules of the forms, for an event in that country. */
export function checkerFor(country: string): (typed: TypedContact) => CheckedRow {
  const schema = leadContact.extend({ phone: leadPhoneIn(country) });
  return (typed) => {
    const { success, data, error } = schema.safeParse(typed);
    if (success) return { ok: true, contact: data };
    const problems = new Map(
      error.issues.map(({ path, message }) => [path[0], message]).reverse() as [
        PropertyKey,
        string,
      ][],
    );
    return { ok: false, problems: [...problems.values()].reverse() };
  };
}
