import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** The tables whose rows can be restored. */
type Kind = 'prizes' | 'sponsors';

const EXPIRED = sql`deleted_at < now() - interval '1 day'`;

/** Part of a statement: stores the deleted rows, which the statement provides as `deleted`. */
export const storeDeleted = (kind: Kind): Sql => sql`
  stored as (
    insert into restorable_rows (id, event_id, kind, contents)
    select id, event_id, ${kind}, to_jsonb(deleted) from deleted
  )`;

/** Inserts a row again if it was deleted within the last day; the statement continues with `returning`. */
export const restoreDeleted = (kind: Kind, id: string): Sql => sql`
  with restored as (
    delete from restorable_rows where id = ${id} and kind = ${kind} and not ${EXPIRED}
    -- A prize's sponsor may have been deleted meanwhile.
    returning case when exists (select from sponsors where id = (contents->>'sponsor_id')::uuid)
      then contents else contents - 'sponsor_id' end as contents
  )
  insert into ${raw(kind)}
  select (jsonb_populate_record(null::${raw(kind)}, contents)).* from restored`;

export async function purgeDeleted(db: Db): Promise<void> {
  await db.execute(sql`delete from restorable_rows where ${EXPIRED}`);
  for (const table of ['sponsor_pages', 'sponsor_reach']) {
    await db.execute(sql`
      delete from ${raw(table)} p
      where not exists (select from sponsors where id = p.sponsor_id)
        and not exists (select from restorable_rows where id = p.sponsor_id)`);
  }
}
