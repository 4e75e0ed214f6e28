import type { Analytics } from '@drawbridge/contract/analytics';
import type { AdminEvent } from '@drawbridge/contract/events';
import type { AnswerCounts } from '@drawbridge/contract/questions/schemas';
import { queryOptions } from '@tanstack/react-query';

/** The days of 'leads over time' are in the browser's time zone. */
export const analyticsQuery = queryOptions<Analytics>({
  queryKey: [
    `/api/analytics?timeZone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`,
  ],
  // Every new lead changes these figures, so they are refetched whenever the page is opened.
  staleTime: 0,
});

export const eventsQuery = queryOptions<AdminEvent[]>({ queryKey: ['/api/events'] });

export const answerCountsQuery = (eventId: string) =>
  queryOptions<AnswerCounts>({ queryKey: [`/api/events/${eventId}/answers`], staleTime: 0 });
