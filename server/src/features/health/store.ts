import type { Db } from '../../db/client.ts';

/** Rejects when the database does not answer. */
export async function askDatabase(sql: Db): Promise<void> {
  await sql`select 1`;
}
