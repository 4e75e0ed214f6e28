import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../db/client.ts';
import { forgetImports } from './imports/store.ts';
import { forgetRemoved } from './removed/store.ts';
import { forgetRequests } from './requests/store.ts';

const EVERY_MS = 60 * 60_000;

/** Deletes what is kept for a day only. It cannot be used after that day, whether it is still there or not. */
export async function forgetExpired(db: Db): Promise<void> {
  for (const forget of [forgetImports, forgetRemoved, forgetRequests]) await forget(db);
}

export function forgetHourly(app: FastifyInstance, db: Database): void {
  const run = () => forgetExpired(db).catch((err) => app.log.warn({ err }, 'expired data is left'));
  const timer = setInterval(run, EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
