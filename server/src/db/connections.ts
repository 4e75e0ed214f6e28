import sql from 'sql-template-tag';
import type { Database } from './client.ts';
import { LISTS_AT_ONCE } from './json-array.ts';
import { UnsupportedDatabase } from './requirements.ts';
import { TRANSACTIONS_AT_ONCE } from './transaction.ts';

/** More connections would only wait for each other inside PostgreSQL. */
const LARGEST_POOL = 10;
/** Large enough that transactions and lists together leave a connection free. */
const SMALLEST_POOL = TRANSACTIONS_AT_ONCE + LISTS_AT_ONCE + 1;
/** What a process needs in addition to its pool: one connection for notifications. */
const OUTSIDE_POOL = 1;
/** For commands, backups and the operator. */
const RESERVED = 8;

/** The pool size for each process, so that all of them together stay within max_connections. */
export async function poolSizeFor(db: Database, processes: number): Promise<number> {
  const [row] = await db.query<{ limit: number }>(sql`
    select current_setting('max_connections')::int as limit`);
  const limit = row?.limit ?? 0;
  const share = Math.floor((limit - RESERVED) / processes) - OUTSIDE_POOL;
  if (share < SMALLEST_POOL) {
    const needed = (SMALLEST_POOL + OUTSIDE_POOL) * processes + RESERVED;
    throw new UnsupportedDatabase(
      `PostgreSQL allows ${limit} connections (max_connections), and ${processes} server processes ` +
        `need ${needed}. Raise it, or set WORKERS to fewer.`,
    );
  }
  return Math.min(LARGEST_POOL, share);
}
