import type { AdminEvent, EventChange, EventInput } from '@drawbridge/contract/events';

/** Only what was changed, so that two people who edit the same event do not undo each other. */
export function eventChanges(before: AdminEvent, after: EventInput): EventChange {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => value !== before[field as keyof EventInput]),
  );
}
