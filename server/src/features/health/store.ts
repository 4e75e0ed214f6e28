import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** Rejects if the database does not respond. */
export async function askDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
