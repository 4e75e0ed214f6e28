/**
 * How often a property is tried that asks the server each time. There are many calls, so a twentieth is enough for
 * `npm test`; THOROUGH=1 tries everything.
 */
export function propertyRuns(all: number): number {
  return process.env.THOROUGH ? all : Math.ceil(all / 20);
}

/**
 * What to try at one of many places that treat it alike. `npm test` tries one in `share` at each place and others
 * at the next, so that everything is tried somewhere; THOROUGH=1 tries everything everywhere.
 */
export function valuesFor<T>(place: number, all: readonly T[], share = 12): readonly T[] {
  return process.env.THOROUGH ? all : all.filter((_, at) => (at + place) % share === 0);
}
