import type { FastifyInstance } from 'fastify';
import { deleteExpiredImports } from '../../collecting/imports/store.ts';
import { deleteExpiredStatusChanges } from '../../collecting/lead-changes/bulk-store.ts';
import { addUpLeadCounts } from '../../collecting/leads/store.ts';
import { deleteExpiredKeys } from '../../core/change/idempotency.ts';
import { purgeDeleted } from '../../core/change/restorable.ts';
import type { Database, Db } from '../../db/client.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';
import { deleteUnusedPictures } from '../../events/pictures/store.ts';
import { deleteExpiredOneTimeTokens } from '../../login/auth/secrets.ts';
import { deleteExpiredMails } from '../../outreach/mail/store.ts';
import { deleteExpiredSponsorSessions } from '../../outreach/sponsor-pages/store.ts';
import { deleteExpiredDeliveries } from '../../outreach/webhooks/delivery-store.ts';

const DELETE_INTERVAL_MS = 60 * 60_000;
const SUM_INTERVAL_MS = 60_000;

/**
 * Deletes rows that are kept for a day, a week or a month only. They are not used after that time, even if they have
 * not been deleted yet.
 */
export async function deleteExpired(db: Db): Promise<void> {
  for (const forget of [
    deleteExpiredImports,
    purgeDeleted,
    deleteUnusedPictures,
    deleteExpiredKeys,
    deleteExpiredStatusChanges,
    deleteExpiredDeliveries,
    deleteExpiredSponsorSessions,
    deleteExpiredOneTimeTokens,
    deleteExpiredMails,
  ]) {
    await forget(db);
  }
}

/** Starts the regular clean-up of every server, which keeps tables small. */
export function startCleanup(app: FastifyInstance, db: Database, writes: WriteMonitor): void {
  const repeat = (everyMs: number, work: (db: Db) => Promise<void>, failed: string) => {
    const run = () => work(db).catch((error) => writes.report(error, failed));
    const timer = setInterval(run, everyMs).unref();
    app.addHook('onClose', async () => clearInterval(timer));
  };
  repeat(DELETE_INTERVAL_MS, deleteExpired, 'expired data is left');
  repeat(SUM_INTERVAL_MS, addUpLeadCounts, 'the counts of leads are not added up');
}
