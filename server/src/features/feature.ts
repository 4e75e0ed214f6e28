import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database } from '../db/client.ts';
import type { PageNonces } from '../plugins/page-nonces.ts';
import type { Settings } from '../settings.ts';
import type { SubmitLead } from './leads/submission-queue.ts';

/** What every feature receives. */
export interface Services {
  db: Database;
  settings: Pick<Settings, 'sessionHours' | 'publicSubmitsPerMinute' | 'country'>;
  submitLead: SubmitLead;
  nonces: PageNonces;
}

/** The routes of one feature, relative to its prefix in the table of `app.ts`. */
export type Routes = FastifyPluginAsyncZod<Services>;
