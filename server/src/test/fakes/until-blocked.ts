import type { TestSql } from '../database/sql.ts';

/** A timeout for `vi.waitFor` and `vi.waitUntil`, whose default is a second. */
export const LONG_TIMEOUT = { timeout: 60_000 };

/** Waits until every call has either finished or is blocked by a lock in the database. */
export async function standstill(sql: TestSql, calls: Promise<unknown>[]): Promise<void> {
  let over = 0;
  const count = () => {
    over += 1;
  };
  for (const call of calls) call.then(count, count);
  for (let standing = 0; standing < calls.length; ) {
    const before = over;
    const [row] = await sql<[{ waiting: number }]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    standing = before + row.waiting;
  }
}
