/**
 * The number of runs of a property that calls the server each time. There are many calls, so a twentieth is enough for
 * `npm test`; THOROUGH=1 runs everything.
 */
export function propertyRuns(all: number): number {
  return process.env.THOROUGH ? all : Math.ceil(all / 20);
}

/**
 * The values to try at one of many places that treat them alike. `npm test` tries one in `share` at each place and
 * others at the next, so that every value is tried somewhere; THOROUGH=1 tries all values everywhere.
 */
export function valuesFor<T>(index: number, all: readonly T[], share = 12): readonly T[] {
  return process.env.THOROUGH ? all : all.filter((_, at) => (at + index) % share === 0);
}
