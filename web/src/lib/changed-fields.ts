/** Only the typed fields that differ from what was there before. */
export function changedFields<Fields extends object>(
  before: Fields,
  typed: Fields,
): Partial<Fields> {
  const names = Object.keys(before) as (keyof Fields)[];
  return Object.fromEntries(
    names.filter((name) => typed[name] !== before[name]).map((name) => [name, typed[name]]),
  ) as Partial<Fields>;
}
