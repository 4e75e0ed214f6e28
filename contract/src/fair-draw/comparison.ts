// Without zod: pages show comparisons that a worker makes.

/** One comparison: the expected value, and the value in the proof. */
export interface Comparison {
  /** The path in the proof file: `draws[0].seed`. */
  field: string;
  what: string;
  expected: string;
  found: string;
  matches: boolean;
}

export function mismatchesIn({ comparisons }: { comparisons: Comparison[] }): Comparison[] {
  return comparisons.filter(({ matches }) => !matches);
}
