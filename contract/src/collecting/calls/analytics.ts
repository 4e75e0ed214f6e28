import { defineCalls } from '../../core/call.ts';
import { analytics, analyticsQuery, eventFigures } from '../analytics.ts';

export const analyticsCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'administrators',
    tokenScope: 'events',
    eventScope: 'filtered',
    changes: 'none',
  },
  {
    getAnalytics: {
      route: 'GET /api/analytics',
      summary: 'The figures of the dashboard',
      query: analyticsQuery,
      responses: { 200: analytics },
      problems: ['event-not-found'],
    },
    getEventFigures: {
      route: 'GET /api/events/:eventId/figures',
      summary: 'The figures of an event: leads per hour, funnel, channels and volunteers',
      eventScope: 'named',
      responses: { 200: eventFigures },
      problems: ['event-not-found'],
    },
  },
);
