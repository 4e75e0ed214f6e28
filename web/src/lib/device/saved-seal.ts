import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { readStored } from './storage.ts';

/** Where a device keeps the seal of an event that it has seen. */
export const sealKey = (eventId: string) => `seal ${eventId}`;

/** What this phone saw before anybody could know the winner, when, and what became of it. */
export interface SavedSeal {
  sealed: SealedDraw;
  /** By the server's clock or this phone's, whichever is later: a server could set its own back. */
  seenAt: number;
  outcome?: SealOutcome;
}

/** The seal is gone or another one; its winners are others than this phone computes; or they are the same. */
export type SealOutcome = 'changed' | 'different' | { lines: number[] };

export function readWatched(eventId: string): SavedSeal | undefined {
  return JSON.parse(readStored(sealKey(eventId)) ?? 'null') ?? undefined;
}
