import type { Database } from './client.ts';
import { LISTS_AT_ONCE } from './json-array.ts';
import { UnfitDatabase } from './requirements.ts';
import { TRANSACTIONS_AT_ONCE } from './transaction.ts';

/** More would only wait for each other inside PostgreSQL. */
const LARGEST_POOL = 10;
/** One that lists cannot fill. */
const SMALLEST_POOL = LISTS_AT_ONCE + 1;
/** What a process needs beside its pool: transactions, and one connection that listens. */
const BESIDE_POOL = TRANSACTIONS_AT_ONCE + 1;
/** For commands, backups and whoever looks after the database. */
const KEPT_FREE = 8;

/** How large a pool each of so many processes may have, so that together they fit into PostgreSQL. */
export async function poolSizeFor(sql: Database, processes: number): Promise<number> {
  const [row] = await sql<[{ limit: number }]>`
    select current_setting('max_connections')::int as limit`;
  const share = Math.floor((row.limit - KEPT_FREE) / processes) - BESIDE_POOL;
  if (share < SMALLEST_POOL) {
    const needed = (SMALLEST_POOL + BESIDE_POOL) * processes + KEPT_FREE;
    throw new UnfitDatabase(
      `PostgreSQL allows ${row.limit} connections (max_connections), and ${processes} server processes ` +
        `need ${needed}. Raise it, or set WORKERS to fewer.`,
    );
  }
  return Math.min(LARGEST_POOL, share);
}
