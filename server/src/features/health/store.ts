import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** Rejects if the database does not respond, or cannot write. */
export async function probeWrite(db: Db): Promise<void> {
  await db.execute(sql`select probe_write()`);
}
