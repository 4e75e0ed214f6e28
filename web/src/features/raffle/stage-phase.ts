import type { RaffleResult } from '@drawbridge/contract/raffle';

/** What the stage is doing. A draw of no prize in particular has the prize id null. */
export type StagePhase =
  | { kind: 'idle'; lastPrizeId?: string | null }
  | { kind: 'drawing'; prizeId: string | null }
  | { kind: 'winner'; result: RaffleResult };
