import type { SponsorInput } from '@drawbridge/contract/sponsors';

/** A sponsor that waits for its event to exist. */
export interface QueuedSponsor {
  /** Tells two sponsors of the same name apart. */
  key: number;
  name: string;
  logo: string;
}

/** The place in the queue is the position, from 1; so whoever moves up is renumbered. */
export function toSponsorInputs(eventId: string, queue: readonly QueuedSponsor[]): SponsorInput[] {
  return queue.map(({ name, logo }, index) => ({ eventId, name, logo, position: index + 1 }));
}
