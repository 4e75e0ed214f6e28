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
    return await runTransaction(db, work);
  } finally {
    semaphore.release();
  }
}

async function runTransaction<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await db.checkOut();
  // A connection that is not known to be clean is closed, which also rolls back.
  let reusable = false;
  try {
    await client.query('begin');
    const result = await work(onConnection(client));
    await client.query('commit');
    reusable = true;
    return result;
  } catch (error) {
    if (!isDatabaseAway(error)) {
      await client.query('rollback');
      reusable = true;
    }
    throw error;
  } finally {
    client.release(!reusable);
  }
}
