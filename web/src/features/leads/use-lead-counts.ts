import type { LeadCounts } from '@drawbridge/contract/live';
import { useEffect, useState } from 'react';
import { followSessionStream } from '../../lib/live.ts';

/** How many leads each event has, told by the server whenever that changes; undefined until it is known. */
export function useLeadCounts(): Counts | undefined {
  const [counts, setCounts] = useState<Counts>();

  useEffect(
    () =>
      followSessionStream('/api/events/live', ({ kind, data }) => {
        if (kind === 'leads') setCounts((before) => mergeCounts(before, data as LeadCounts));
      }),
    [],
  );
  return counts;
}

/** How many leads each event has, by the event's id. */
type Counts = ReadonlyMap<string, number>;

/** The counts after a message: all of them, or those that have changed. */
export function mergeCounts(before: Counts | undefined, message: LeadCounts): Counts {
  const told = message.counts.map(({ eventId, leads }) => [eventId, leads] as const);
  return new Map(message.complete ? told : [...(before ?? []), ...told]);
}

/** How many leads an event has, or all events have. */
export function countedLeads(counts: Counts, eventId?: string): number {
  if (eventId !== undefined) return counts.get(eventId) ?? 0;
  return [...counts.values()].reduce((sum, leads) => sum + leads, 0);
}
