/** How the trail calls an account: people choose their names, and only user names are unique. */
export function labelOf({ name, username }: { name: string | null; username: string }): string {
  return name === null ? username : `${name} (${username})`;
}

/** The names of the fields that a change sends; their values may be contact data. */
export function fieldsOf(change: object): string {
  return Object.entries(change)
    .flatMap(([field, value]) => (value === undefined ? [] : [field]))
    .join(', ');
}
