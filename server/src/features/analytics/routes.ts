import { analytics, analyticsQuery } from '@drawbridge/contract/analytics';
import type { Routes } from '../feature.ts';
import { computeAnalytics } from './store.ts';

export const analyticsRoutes: Routes = async (app, { db }) => {
  app.get(
    '/',
    {
      schema: {
        tags: ['analytics'],
        summary: 'The figures of the dashboard',
        querystring: analyticsQuery,
        response: { 200: analytics },
      },
    },
    ({ query }) => computeAnalytics(db, query.timeZone),
  );
};
