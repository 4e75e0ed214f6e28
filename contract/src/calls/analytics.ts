import { analytics, analyticsQuery } from '../analytics.ts';
import { defineCalls } from './call.ts';

export const analyticsCalls = defineCalls(
  { tag: 'analytics', who: 'administrators', tokens: 'events', limited: 'filtered' },
  {
    getAnalytics: {
      route: 'GET /api/analytics',
      summary: 'The figures of the dashboard',
      query: analyticsQuery,
      answers: { 200: analytics },
    },
  },
);
