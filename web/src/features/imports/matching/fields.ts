import { contact, contactFields } from '@drawbridge/contract/contact';
import { fileColumns } from '@drawbridge/contract/files/csv';
import { titleOf } from '@drawbridge/contract/questions/answers';
import type { Question } from '@drawbridge/contract/questions/kinds';
import { meanings, type QuestionMeaning } from '@drawbridge/contract/questions/meanings';

/** What a column of the file can be: a contact field, a part of the name, or the answer to a question. */
export interface ImportColumn {
  /** The name of the field, or the id of the question. */
  key: string;
  label: string;
  required: boolean;
  /** Headings without accents, spaces and signs, by which it is recognised. */
  headings: string[];
  word?: RegExp;
}

const [name, ...others] = contactFields.map((field): ImportColumn => {
  const { labels, required } = contact[field];
  const { headings, ...column } = fileColumns[field];
  return { key: field, label: labels.import, required, ...column, headings: headings.split(' ') };
});
const partOfName = (key: string, label: string, headings: string): ImportColumn => ({
  key,
  label,
  required: false,
  headings: headings.split(' '),
});

export const contactColumns: readonly ImportColumn[] = [
  name as ImportColumn,
  partOfName(
    'firstName',
    'First name',
    'firstname first givenname forename vorname prenom primernombre primeironome voornaam fornavn ' +
      'fornamn imie',
  ),
  partOfName(
    'lastName',
    'Last name',
    'lastname last surname familyname nachname familienname nomdefamille apellido apellidos cognome ' +
      'sobrenome apelido achternaam etternavn efternavn efternamn nazwisko',
  ),
  ...others,
];

/** The columns of answers, by the questions' labels and what they are about. */
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

export function foldHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .replaceAll('ł', 'l');
}

/** The column of each field and question, counted from 0; what the file does not have is missing. */
export type Matching = Record<string, number>;

/** What is still to be chosen before the file can be checked. */
export function matchingProblem(matching: Matching): string | undefined {
  const named = [matching.name, matching.firstName, matching.lastName];
  if (named.every((column) => column === undefined)) return 'Choose the column with the name.';
  const missing = contactFields.find(
    (field) => field !== 'name' && contact[field].required && matching[field] === undefined,
  );
  return missing && `Choose the column with the ${contact[missing].labels.import.toLowerCase()}.`;
}
