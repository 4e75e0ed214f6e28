import type { Analytics } from '@drawbridge/contract/analytics';
import { queryOptions } from '@tanstack/react-query';

/** The days of 'leads over time' are in the browser's time zone. */
export const analyticsQuery = queryOptions<Analytics>({
  queryKey: [
    `/api/analytics?timeZone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`,
  ],
  // Every new lead changes these figures, so they are refetched whenever the page is opened.
  staleTime: 0,
});
