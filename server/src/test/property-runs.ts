/**
 * How often a property is tried that asks the server each time. Every run tries other values, so a third of them
 * is enough for `npm test`; THOROUGH=1 tries them all.
 */
export function propertyRuns(all: number): number {
  return process.env.THOROUGH ? all : Math.ceil(all / 3);
}
