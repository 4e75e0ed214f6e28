import type { SponsorInput } from '@drawbridge/contract/sponsors';

/** A sponsor to be added once its event has been created. */
export interface QueuedSponsor {
  /** Distinguishes sponsors with the same name. */
  key: number;
  name: string;
  logo: string;
}

/** A sponsor's position is its place in the queue, from 1. */
export function toSponsorInputs(eventId: string, queue: readonly QueuedSponsor[]): SponsorInput[] {
  return queue.map(({ name, logo }, index) => ({ eventId, name, logo, position: index + 1 }));
}
