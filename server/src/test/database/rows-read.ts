import type { TestSql } from './sql.ts';

type Table = 'leads' | 'deleted_leads' | 'prizes';

/**
 * The number of rows of the table that PostgreSQL reads during `work`. The pool must have one connection, because each
 * connection has its own counts.
 */
export async function rowsReadBy(
  sql: TestSql,
  table: Table,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await countReads(sql, table);
  await work();
  return (await countReads(sql, table)) - before;
}

async function countReads(sql: TestSql, table: Table): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<[{ read: number }]>`
    select (t.seq_tup_read + sum(i.idx_tup_read))::int as read
    from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
    where t.relname = ${table} group by t.seq_tup_read`;
  return row.read;
}
