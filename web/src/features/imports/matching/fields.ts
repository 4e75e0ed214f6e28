import {
  type ContactField,
  contact,
  contactFields,
  mapContact,
} from '@drawbridge/contract/contact';
import { fileColumns } from '@drawbridge/contract/file-columns';

/** What a column of the file can be: a contact field, or a part of the name. */
export type ImportField = ContactField | 'firstName' | 'lastName';

interface ImportColumn {
  label: string;
  required: boolean;
  headings: string;
  word?: RegExp;
}

const { name, ...others } = mapContact<ImportColumn>((field) => {
  const { labels, required } = contact[field];
  return { label: labels.import, required, ...fileColumns[field] };
});

export const importColumns: Record<ImportField, ImportColumn> = {
  name,
  firstName: {
    label: 'First name',
    required: false,
    headings:
      'firstname first givenname forename vorname prenom primernombre primeironome voornaam fornavn ' +
      'fornamn imie',
  },
  lastName: {
    label: 'Last name',
    required: false,
    headings:
      'lastname last surname familyname nachname familienname nomdefamille apellido apellidos cognome ' +
      'sobrenome apelido achternaam etternavn efternavn efternamn nazwisko',
  },
  ...others,
};
export const importFields = Object.keys(importColumns) as ImportField[];

/** The column of each field, counted from 0; a field that the file does not have is missing. */
export type Matching = Partial<Record<ImportField, number>>;

/** What is still to be chosen before the file can be checked. */
export function matchingProblem(matching: Matching): string | undefined {
  const named = [matching.name, matching.firstName, matching.lastName];
  if (named.every((column) => column === undefined)) return 'Choose the column with the name.';
  const missing = contactFields.find(
    (field) => field !== 'name' && contact[field].required && matching[field] === undefined,
  );
  return missing && `Choose the column with the ${contact[missing].labels.import.toLowerCase()}.`;
}
