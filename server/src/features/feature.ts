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
  /** What sends to webhooks, and mail if that is on; each can be told that there is something to send. */
  deliveries: { wake(): void };
  mail: { wake(): void } | undefined;
}

/** The routes of one feature, relative to its prefix in the table of `app.ts`. */
export type Routes = FastifyPluginAsyncZod<Services>;
