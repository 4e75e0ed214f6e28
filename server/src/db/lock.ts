import type { Database } from './client.ts';
import type { Connection } from './connection.ts';

/** Servers that share a database take turns; a lock is a number that no other task uses. */
export async function inTurn<T>(
  db: Database,
  lock: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = db.createConnection();
  await connection.connect();
  try {
    await connection.query(`select pg_advisory_lock(${lock})`);
    return await work(connection);
  } finally {
    // Closing the connection releases the lock.
    await connection.end();
  }
}
