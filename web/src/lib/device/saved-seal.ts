import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { readStored } from './storage.ts';

/** The storage key of the seal that a device has seen for an event. */
export const sealKey = (eventId: string) => `seal ${eventId}`;

/** The seal that this device saw before anybody could know the winner, with the time and its outcome. */
export interface SavedSeal {
  sealed: SealedDraw;
  /** The time by the server's clock or this device's, whichever is later: a server could set its own clock back. */
  seenAt: number;
  outcome?: SealOutcome;
}

/**
 * `changed`: the seal is missing or different. `different`: this device computes other winners. Otherwise the winning
 * lines.
 */
export type SealOutcome = 'changed' | 'different' | { lines: number[] };

export function readWatched(eventId: string): SavedSeal | undefined {
  return JSON.parse(readStored(sealKey(eventId)) ?? 'null') ?? undefined;
}
