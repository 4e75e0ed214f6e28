import type { RaffleResult } from '@drawbridge/contract/raffle';

/** What the stage is doing. A draw of no prize in particular has the prize id null. */
export type StagePhase =
  | { kind: 'idle'; lastPrizeId?: string | null }
  /** `own` is a draw that was started on this page. */
  | { kind: 'drawing'; prizeId: string | null; own: boolean; since: number }
  | { kind: 'winner'; result: RaffleResult };
