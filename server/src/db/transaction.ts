import { type Database, type Db, onConnection } from './client.ts';
import { isDatabaseAway } from './errors.ts';
import { Semaphore } from './semaphore.ts';

/** Transactions may wait for locks; more than this many at once could use up the pool. */
export const TRANSACTIONS_AT_ONCE = 4;

const semaphore = new Semaphore(TRANSACTIONS_AT_ONCE);

/** Several statements as one: all of them are kept, or none when the work fails. */
export async function inTransaction<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  await semaphore.acquire();
  try {
    return await db.withConnection(async (connection) => {
      try {
        await connection.query('begin');
        const result = await work(onConnection(connection));
        await connection.query('commit');
        return result;
      } catch (error) {
        // PostgreSQL itself rolls back when a connection is lost.
        if (!isDatabaseAway(error)) await connection.query('rollback');
        throw error;
      }
    });
  } finally {
    semaphore.release();
  }
}
