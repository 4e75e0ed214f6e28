import type { AdminEvent, EventChange, EventInput } from '@drawbridge/contract/events';

/** Only the changed fields, so that two people editing the same event do not undo each other's changes. */
export function eventChanges(before: AdminEvent, after: EventInput): EventChange {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[field as keyof AdminEvent]),
    ),
  );
}

/** The country of the newest event, which is the server's default for the next one. */
export function lastUsedCountry(events: readonly AdminEvent[]): string | undefined {
  return [...events].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )[0]?.country;
}
