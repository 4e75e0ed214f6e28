import type { AdminEvent, EventChange, EventInput, eventInput } from '@drawbridge/contract/events';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

/** The form that creating and editing share. */
export type EventForm = UseFormReturn<z.input<typeof eventInput>, unknown, EventInput>;

/** Only what was changed, so that two people who edit the same event do not undo each other. */
export function eventChanges(before: AdminEvent, after: EventInput): EventChange {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => value !== before[field as keyof EventInput]),
  );
}

/** The country of the event that was created last, which is the server's choice for the next one. */
export function lastUsedCountry(events: readonly AdminEvent[]): string | undefined {
  return [...events].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )[0]?.country;
}
