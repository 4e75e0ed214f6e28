// Without zod: pages show what a worker compares.

import type { DrawnWinner, DrawRecord } from '../draws.ts';
import type { TextValues } from '../texts.ts';

/** One comparison: the expected value, and the value in the proof. */
export interface Comparison {
  /** The path in the proof file: `draws[0].seed`. */
  field: string;
  what: string;
  expected: string;
  found: string;
  matches: boolean;
  /** Set if the above are words and not values of the proof; pages translate them. */
  expectedWords?: Words;
  foundWords?: Words;
}

/** English words with places for values. */
export interface Words {
  text: string;
  values?: TextValues;
}

export function mismatchesIn({ comparisons }: { comparisons: Comparison[] }): Comparison[] {
  return comparisons.filter(({ matches }) => !matches);
}

/** The winners of a draw of either version, in the order in which they were drawn. */
export function winnersOf(draw: DrawRecord): Omit<DrawnWinner, 'ticket'>[] {
  if ('winners' in draw) return draw.winners;
  const { winnerIndex: index, winnerTickets: tickets, winnerSalt: salt, winner, erased } = draw;
  return [{ index, tickets, salt, winner, ...(erased && { erased }) }];
}
