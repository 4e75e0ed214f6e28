/** What a column of the file can be. */
export const importFields = {
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone number',
  email: 'Email',
} as const;
export type ImportField = keyof typeof importFields;

/** The column of each field, counted from 0; a field that the file does not have is missing. */
export type Matching = Partial<Record<ImportField, number>>;

/** What is still to be chosen before the file can be checked. */
export function matchingProblem(matching: Matching): string | undefined {
  const named = [matching.name, matching.firstName, matching.lastName];
  if (named.every((column) => column === undefined)) return 'Choose the column with the name.';
  if (matching.phone === undefined) return 'Choose the column with the phone number.';
  return undefined;
}
