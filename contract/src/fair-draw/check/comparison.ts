// Without zod: pages show what a worker compares.

import type { TextValues } from '../../languages/texts.ts';

/** One comparison: the expected value, and the value in the proof. */
export interface Comparison {
  /** The path in the proof file: `draws[0].seed`. */
  field: string;
  what: string;
  expected: string;
  found: string;
  matches: boolean;
  /** Set if the values above are texts and not values of the proof; pages translate them. */
  expectedWords?: Words;
  foundWords?: Words;
}

/** English text with placeholders for values. */
export interface Words {
  text: string;
  values?: TextValues;
}

export function mismatchesIn({ comparisons }: { comparisons: Comparison[] }): Comparison[] {
  return comparisons.filter(({ matches }) => !matches);
}
