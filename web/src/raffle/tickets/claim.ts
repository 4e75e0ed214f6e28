import type { RaffleResult, StageState } from '@drawbridge/contract/raffle/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/raffle/scene';

const MINUTE = 60_000;

/** The time limit for winners to come to the stage. */
export interface Claim {
  /** The time at which the prize of a draw may be released, by the server's clock. */
  endsAt: (number: number) => number | undefined;
  now: () => number;
}

/** The time limit of the event; undefined if it has none. */
export function claimOf(
  { claimMinutes }: StageState,
  results: readonly RaffleResult[],
  now: () => number,
): Claim | undefined {
  if (claimMinutes === 0) return undefined;
  return {
    endsAt: (number) => {
      const result = results.find((each) => each.number === number);
      return result && Date.parse(result.conductedAt) + REVEAL_AFTER_MS + claimMinutes * MINUTE;
    },
    now,
  };
}
