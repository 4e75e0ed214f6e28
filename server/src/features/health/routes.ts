import { z } from 'zod';
import type { Routes } from '../feature.ts';
import { askDatabase } from './store.ts';

const tags = ['health'];

export const healthRoutes: Routes = async (app, { db }) => {
  app.get(
    '/healthz',
    {
      compress: false,
      schema: {
        tags,
        summary: 'The process lives',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      compress: false,
      schema: {
        tags,
        summary: 'The database answers',
        response: { 200: z.object({ status: z.literal('ready') }) },
      },
    },
    async () => {
      await askDatabase(db);
      return { status: 'ready' as const };
    },
  );
};
