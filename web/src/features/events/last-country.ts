import type { AdminEvent } from '@drawbridge/contract/events';

/** The country of the event that was created last, which is the server's choice for the next one. */
export function countryOfLast(events: readonly AdminEvent[]): string | undefined {
  return [...events].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )[0]?.country;
}
