import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type Db, onConnection, QUERY_TIMEOUT_MS } from './client.ts';
import type { Connection } from './connection.ts';
import { hasSqlState, isDatabaseUnavailable } from './errors.ts';
import { Semaphore } from './reads/semaphore.ts';

/** The limit on concurrent transactions. They may wait for locks, and more could use up the pool. */
export const TRANSACTIONS_AT_ONCE = 4;
const ATTEMPTS = 5;
const DEADLOCK = '40P01';

const semaphore = new Semaphore(TRANSACTIONS_AT_ONCE);
const control = (text: string) => ({ text, query_timeout: QUERY_TIMEOUT_MS });

/**
 * Runs `work` in a transaction, which is rolled back if it throws. If PostgreSQL rolls it back to resolve a deadlock,
 * it starts over. A running transaction is joined.
 */
export async function inTransaction<T>(
  db: Database | Db,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (!('withConnection' in db)) return work(db);
  await semaphore.acquire();
  try {
    return await db.withConnection(async (connection) => {
      for (let attempt = 1; ; attempt++) {
        try {
          await connection.query(control('begin'));
          const result = await work(onConnection(connection));
          await connection.query(control('commit'));
          return result;
        } catch (error) {
          // PostgreSQL rolls back by itself when the connection is lost.
          if (!isDatabaseUnavailable(error)) await connection.query(control('rollback'));
          if (!hasSqlState(error, DEADLOCK) || attempt === ATTEMPTS) throw error;
          // The other transaction needs time to take the lock, or both would deadlock again.
          await sleep(attempt * (20 + Math.random() * 60));
        }
      }
    });
  } finally {
    semaphore.release();
  }
}

/** The keys of advisory locks for tasks that one server does at a time; arbitrary, but the same in every Drawbridge. */
export const locks = {
  migration: 4_281_337_001,
  backup: 4_281_337_002,
  retention: 4_281_337_003,
};

/** Runs the work under an advisory lock, so that servers sharing a database take turns. */
export async function withAdvisoryLock<T>(
  db: Database,
  task: keyof typeof locks,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = db.createConnection();
  await connection.connect();
  try {
    await connection.query(`select pg_advisory_lock(${locks[task]})`);
    return await work(connection);
  } finally {
    // Closing the connection releases the lock.
    await connection.end();
  }
}
