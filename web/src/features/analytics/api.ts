import { reading, readingAsAdmin } from '../../lib/query-client.ts';

/** The days of 'leads over time' are in the browser's time zone. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Every new lead changes these figures, so they are refetched whenever the page is opened. */
export const analyticsQuery = {
  ...reading('/api/analytics', { query: { timeZone } }),
  staleTime: 0,
};

export const eventsQuery = readingAsAdmin('/api/events');

export const answerCountsQuery = (eventId: string) => ({
  ...reading('/api/events/:eventId/answers', { params: { eventId } }),
  staleTime: 0,
});
