import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** Rejects when the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
