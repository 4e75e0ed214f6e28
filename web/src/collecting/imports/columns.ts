import { contact, contactFields } from '@drawbridge/contract/collecting/contact';
import { chancesHeadings, fileColumns } from '@drawbridge/contract/collecting/file-columns';
import { answerHeadings } from '@drawbridge/contract/collecting/lead-values';
import { titleOf } from '@drawbridge/contract/events/questions/answers';
import type { Question } from '@drawbridge/contract/events/questions/kinds';
import { meanings, type QuestionMeaning } from '@drawbridge/contract/events/questions/meanings';
import { english } from '@drawbridge/contract/languages/english';
import { say } from '../../lib/texts/say.ts';

/** A target for a column of the file: a contact field, a part of the name, the chances, or the answer to a question. */
interface ImportColumn {
  /** The name of the field, or the id of the question. */
  key: string;
  label: string;
  required: boolean;
  /** The headings by which it is recognised, without accents, spaces and punctuation. */
  headings: string[];
  word?: RegExp;
}

const [name, ...others] = contactFields.map((field): ImportColumn => {
  const { labels, required } = contact[field];
  const { headings, ...column } = fileColumns[field];
  return { key: field, label: labels.import, required, ...column, headings: headings.split(' ') };
});
const optional = (key: string, label: string, headings: string): ImportColumn => ({
  key,
  label,
  required: false,
  headings: headings.split(' '),
});

export const contactColumns: readonly ImportColumn[] = [
  name as ImportColumn,
  optional(
    'firstName',
    'First name',
    'firstname first givenname forename vorname prenom primernombre primeironome voornaam fornavn ' +
      'fornamn imie',
  ),
  optional(
    'lastName',
    'Last name',
    'lastname last surname familyname nachname familienname nomdefamille apellido apellidos cognome ' +
      'sobrenome apelido achternaam etternavn efternavn efternamn nazwisko',
  ),
  ...others,
  optional('chances', 'Chances', chancesHeadings),
];

/** The columns of answers, by the questions' labels and meanings. */
export const answerColumns = (
  questions: readonly (Question & { archived?: boolean })[],
): ImportColumn[] =>
  questions.map(({ id, label, meaning, archived = false }) => ({
    key: id,
    label: titleOf({ label, archived }),
    required: false,
    headings: [
      foldHeading(label),
      ...(meaning ? meanings[meaning as QuestionMeaning].headings.split(' ') : []),
    ],
  }));

function foldHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'no')
    .replace(/[^\p{L}\d]/gu, '')
    .replaceAll('ł', 'l');
}

/** The column of each field and question, counted from 0; fields that the file lacks are missing. */
export type Matching = Record<string, number>;

/** The columns with values that nothing uses, with their headings. */
export function unusedColumns(
  sheet: { sample: readonly (readonly string[])[]; leadsFrom: number; matching: Matching },
  maxChances: number,
): { column: number; heading: string }[] {
  const { sample, leadsFrom, matching } = sheet;
  const header = sample[leadsFrom - 1] ?? [];
  const used = new Set(
    Object.entries(matching).flatMap(([key, column]) =>
      key === 'chances' && maxChances === 1 ? [] : [column],
    ),
  );
  const width = Math.max(0, ...sample.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => column)
    .filter((column) => !used.has(column) && sample.some((row) => row[column]?.trim()))
    .map((column) => ({
      column,
      heading: header[column]?.trim() || say('Column {column}', { column: column + 1 }),
    }));
}

const missingColumns = english({
  name: 'Choose the column with the name.',
  phone: 'Choose the column with the phone number.',
  email: 'Choose the column with the email.',
});

/** The choice that is missing before the file can be checked. */
export function matchingProblem(matching: Matching): string | undefined {
  const named = [matching.name, matching.firstName, matching.lastName];
  if (named.every((column) => column === undefined)) return say('Choose the column with the name.');
  const missing = contactFields.find(
    (field) => field !== 'name' && contact[field].required && matching[field] === undefined,
  );
  return missing && say(missingColumns[missing]);
}

/** Finds the column of each field by its heading, or by its contents where no heading fits. */
export function guessColumns(
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
  questions: readonly Question[] = [],
): Matching {
  const hasValues = (column: number) => sample.some((row) => row[column]?.trim());
  const matching = header ? guessByHeadings(header, questions, hasValues) : {};
  const usedColumns = () => new Set(Object.values(matching));
  const width = Math.max(0, ...sample.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  const firstFree = (fits: (cell: string) => boolean) =>
    columns.find((column) => {
      const cells = sample.flatMap((row) => (row[column]?.trim() ? [row[column].trim()] : []));
      const fitting = cells.filter(fits).length;
      return !usedColumns().has(column) && fitting > 0 && fitting >= cells.length * 0.8;
    });
  const complete = (field: string, fits: (cell: string) => boolean) => {
    const named = matching[field];
    const column = named !== undefined && hasValues(named) ? named : (firstFree(fits) ?? named);
    if (column !== undefined) matching[field] = column;
  };
  for (const field of contactFields) {
    // Any text below a header looks like a name.
    const pattern = field === 'name' && header ? undefined : fileColumns[field].cell;
    if (pattern) complete(field, (cell) => pattern.test(cell));
  }
  return matching;
}

/**
 * Guesses columns by their headings. Exact headings of our own files come first; otherwise questions take no column of
 * a contact field.
 */
function guessByHeadings(
  header: readonly string[],
  questions: readonly Question[],
  hasValues: (column: number) => unknown,
): Matching {
  const own = answerHeadings(questions).flatMap((heading, index) => {
    const column = header.findIndex((text) => sameText(text, heading));
    return column < 0 ? [] : [[questions[index]?.id, column]];
  });
  let matching: Matching = Object.fromEntries(own);
  const free = () => {
    const usedColumns = new Set(Object.values(matching));
    return header.map((heading, column) => (usedColumns.has(column) ? '' : foldHeading(heading)));
  };
  matching = { ...matching, ...guessContact(free(), hasValues) };
  for (const column of answerColumns(questions.filter(({ id }) => !(id in matching)))) {
    matching = { ...matching, ...guessEach([column], free(), hasValues) };
  }
  return matching;
}

const sameText = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Chooses a column with values if several columns have a matching heading. */
function guessEach(
  columns: readonly ImportColumn[],
  headings: readonly string[],
  hasValues: (column: number) => unknown,
): Matching {
  const matching: Matching = {};
  const columnsOf = (fits: (heading: string) => boolean | undefined) =>
    headings.flatMap((heading, column) => (heading && fits(heading) ? [column] : []));
  for (const { key, headings: known, word } of columns) {
    const exact = known.flatMap((one) => columnsOf((heading) => heading === one));
    const fitting = exact.length > 0 ? exact : columnsOf((heading) => word?.test(heading));
    const column = fitting.find(hasValues) ?? fitting[0];
    if (column !== undefined) matching[key] = column;
  }
  return matching;
}

function guessContact(
  headings: readonly string[],
  hasValues: (column: number) => unknown = () => true,
): Matching {
  const matching = guessEach(contactColumns, headings, hasValues);
  // 'Name' or 'Nom' is the last name beside a first name; 'Nombre' is the first name beside a last name.
  const { name, firstName, lastName } = matching;
  if (name !== undefined && (firstName === undefined) !== (lastName === undefined)) {
    matching[firstName === undefined ? 'firstName' : 'lastName'] = name;
    delete matching.name;
  }
  return matching;
}

/**
 * The index of the first row below the header, which may itself be below a title; 0 if there is no header. The header
 * is the row with the most known headings above all contact data, or else the first one with several cells.
 */
export function findLeads(rows: readonly (readonly string[])[]): number {
  const headingCounts = rows.map((row) => Object.keys(guessContact(row.map(foldHeading))).length);
  const contact = rows.findIndex(
    (row, index) =>
      headingCounts[index] === 0 && row.some((cell) => cell.includes('@') || isPhone(cell.trim())),
  );
  const above = contact < 0 ? rows.length : contact;
  const highest = Math.max(0, ...headingCounts.slice(0, above));
  if (highest > 0) return headingCounts.indexOf(highest) + 1;
  if (above === 0 || rows.length === 1) return 0;
  const wide = rows
    .slice(0, above)
    .findIndex((row) => row.filter((cell) => cell.trim()).length > 1);
  return Math.max(0, wide) + 1;
}

function isPhone(cell: string): boolean {
  return fileColumns.phone.cell?.test(cell) ?? false;
}
