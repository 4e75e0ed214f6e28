import { type Database, type Db, onConnection } from './client.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { Semaphore } from './semaphore.ts';

/** Transactions may wait for locks; more than this many at once could use up the pool. */
export const TRANSACTIONS_AT_ONCE = 4;

const semaphore = new Semaphore(TRANSACTIONS_AT_ONCE);

/** Runs `work` in a transaction, which is rolled back if it throws. A transaction in progress is joined. */
export async function inTransaction<T>(
  db: Database | Db,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (!('withConnection' in db)) return work(db);
  await semaphore.acquire();
  try {
    return await db.withConnection(async (connection) => {
      try {
        await connection.query('begin');
        const result = await work(onConnection(connection));
        await connection.query('commit');
        return result;
      } catch (error) {
        // PostgreSQL rolls back by itself when the connection is lost.
        if (!isDatabaseUnavailable(error)) await connection.query('rollback');
        throw error;
      }
    });
  } finally {
    semaphore.release();
  }
}
