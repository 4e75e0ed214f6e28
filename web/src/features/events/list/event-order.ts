import type { AdminEvent, EventStatus } from '@drawbridge/contract/events';

const ranks: Record<EventStatus, number> = { active: 0, upcoming: 1, ended: 2 };

/** Archived events last; before them active events first, then upcoming ones with the next day first, then ended ones with the last day first. */
export function sortEvents(events: readonly AdminEvent[]): AdminEvent[] {
  return [...events].sort(
    (one, other) =>
      Number(one.archived) - Number(other.archived) ||
      ranks[one.status] - ranks[other.status] ||
      (one.status === 'ended' ? -1 : 1) * one.date.localeCompare(other.date),
  );
}
