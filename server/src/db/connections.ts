import sql from 'sql-template-tag';
import type { Database } from './client.ts';
import { LISTS_AT_ONCE } from './json-array.ts';
import { UnfitDatabase } from './requirements.ts';
import { TRANSACTIONS_AT_ONCE } from './transaction.ts';

/** More would only wait for each other inside PostgreSQL. */
const LARGEST_POOL = 10;
/** One that transactions and lists together cannot use up. */
const SMALLEST_POOL = TRANSACTIONS_AT_ONCE + LISTS_AT_ONCE + 1;
/** What a process needs beside its pool: one connection that listens. */
const BESIDE_POOL = 1;
/** For commands, backups and whoever looks after the database. */
const KEPT_FREE = 8;

/** How large a pool each of so many processes may have, so that together they fit into PostgreSQL. */
export async function poolSizeFor(db: Database, processes: number): Promise<number> {
  const [row] = await db.query<{ limit: number }>(sql`
    select current_setting('max_connections')::int as limit`);
  const limit = row?.limit ?? 0;
  const share = Math.floor((limit - KEPT_FREE) / processes) - BESIDE_POOL;
  if (share < SMALLEST_POOL) {
    const needed = (SMALLEST_POOL + BESIDE_POOL) * processes + KEPT_FREE;
    throw new UnfitDatabase(
      `PostgreSQL allows ${limit} connections (max_connections), and ${processes} server processes ` +
        `need ${needed}. Raise it, or set WORKERS to fewer.`,
    );
  }
  return Math.min(LARGEST_POOL, share);
}
