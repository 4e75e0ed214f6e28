import type { Analytics } from '@drawbridge/contract/analytics';
import { queryOptions } from '@tanstack/react-query';

/** The days of 'leads over time' are those of the reader's own calendar. */
export const analyticsQuery = queryOptions<Analytics>({
  queryKey: [
    `/api/analytics?timeZone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`,
  ],
  // Every lead that comes in changes these figures: they are read anew whenever the page is opened.
  staleTime: 0,
});
