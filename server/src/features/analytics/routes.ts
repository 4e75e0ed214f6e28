import { analytics, analyticsQuery } from '@drawbridge/contract/analytics';
import type { Routes } from '../feature.ts';
import { computeAnalytics } from './store.ts';

export const analyticsRoutes: Routes = async (app, { sql }) => {
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
    ({ query }) => computeAnalytics(sql, query.timeZone),
  );
};
