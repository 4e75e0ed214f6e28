/** The names of the fields that a change sends; their values may be contact data. */
export function fieldsOf(change: object): string {
  return Object.entries(change)
    .flatMap(([field, value]) => (value === undefined ? [] : [field]))
    .join(', ');
}
