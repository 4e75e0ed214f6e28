import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { BackupResult } from '../backup/nightly.ts';
import type { Database } from '../db/client.ts';
import type { Connections } from '../plugins/connections.ts';
import type { PageNonces } from '../plugins/page-nonces.ts';
import type { Settings } from '../settings.ts';
import type { auditRequests } from './audit/store.ts';
import type { WriteMonitor } from './health/write-monitor.ts';
import type { NewLeads } from './leads/new-leads.ts';
import type { SubmitLead } from './leads/submission-queue.ts';
import type { DeliveryWorker } from './webhooks/worker.ts';

/** What every feature receives. */
export interface Services {
  db: Database;
  audit: ReturnType<typeof auditRequests>;
  writes: WriteMonitor;
  connections: Connections;
  settings: Settings;
  backups: BackupResult;
  submitLead: SubmitLead;
  newLeads: NewLeads;
  nonces: PageNonces;
  deliveries: DeliveryWorker;
}

/** The routes of one feature, relative to its prefix in the table of `app.ts`. */
export type Routes = FastifyPluginAsyncZod<Services>;
