import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../db/client.ts';
import { forgetOneTime } from './auth/one-time-store.ts';
import type { WriteMonitor } from './health/write-monitor.ts';
import { forgetImports } from './imports/store.ts';
import { forgetMails } from './mail/store.ts';
import { forgetRemoved } from './removed/store.ts';
import { forgetRequests } from './requests/store.ts';
import { forgetSponsorSessions } from './sponsor-pages/store.ts';
import { forgetDeliveries } from './webhooks/delivery-store.ts';

const EVERY_MS = 60 * 60_000;

/** Deletes what is kept for a day, a week or a month only. It cannot be used after that, whether it is still there or not. */
export async function forgetExpired(db: Db): Promise<void> {
  for (const forget of [
    forgetImports,
    forgetRemoved,
    forgetRequests,
    forgetDeliveries,
    forgetSponsorSessions,
    forgetOneTime,
    forgetMails,
  ]) {
    await forget(db);
  }
}

export function forgetHourly(app: FastifyInstance, db: Database, writes: WriteMonitor): void {
  const run = () =>
    forgetExpired(db).catch((error) => writes.report(error, 'expired data is left'));
  const timer = setInterval(run, EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
