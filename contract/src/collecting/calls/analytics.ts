import { defineCalls } from '../../core/call.ts';
import { analytics, analyticsQuery, eventFigures } from '../analytics.ts';

export const analyticsCalls = defineCalls(
  {
    room: 'collecting',
    who: 'administrators',
    tokens: 'events',
    limited: 'filtered',
    changes: 'none',
  },
  {
    getAnalytics: {
      route: 'GET /api/analytics',
      summary: 'The figures of the dashboard',
      query: analyticsQuery,
      answers: { 200: analytics },
      problems: ['event-not-found'],
    },
    getEventFigures: {
      route: 'GET /api/events/:eventId/figures',
      summary:
        'How an event is going: entries by the hour, how far they came, and who brought them',
      limited: 'named',
      answers: { 200: eventFigures },
      problems: ['event-not-found'],
    },
  },
);
