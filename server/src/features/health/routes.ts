import { z } from 'zod';
import { Problem } from '../../errors.ts';
import type { Routes } from '../feature.ts';

const tags = ['health'];
const RETRY_SECONDS = 2;

export const healthRoutes: Routes = async (app, { writes }) => {
  app.get(
    '/healthz',
    {
      compress: false,
      schema: {
        tags,
        summary: 'The process is running',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      compress: false,
      config: { problems: ['not-writable'] },
      schema: {
        tags,
        summary: 'The database can be written to',
        response: { 200: z.object({ status: z.literal('ready') }) },
      },
    },
    async () => {
      if (!(await writes.isWritable())) {
        throw new Problem('not-writable', { retryAfterSeconds: RETRY_SECONDS });
      }
      return { status: 'ready' as const };
    },
  );
};
