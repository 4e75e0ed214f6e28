import { analytics, analyticsQuery } from '@drawbridge/contract/analytics';
import { signedIn } from '../../plugins/session.ts';
import type { Routes } from '../feature.ts';
import { computeAnalytics } from './store.ts';

export const analyticsRoutes: Routes = async (app, { db }) => {
  app.get(
    '/',
    {
      config: { limited: 'filtered' },
      schema: {
        tags: ['analytics'],
        summary: 'The figures of the dashboard',
        querystring: analyticsQuery,
        response: { 200: analytics },
      },
    },
    async (request) => {
      const { events } = await signedIn(request);
      return computeAnalytics(db, request.query.timeZone, events);
    },
  );
};
