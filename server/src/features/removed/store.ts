import sql, { raw, type Sql } from 'sql-template-tag';

/** The tables whose rows can be restored. */
type Kind = 'prizes' | 'sponsors';

/** The end of a statement whose `gone` are the deleted rows: keeps them, and forgets those of yesterday. */
export const keepRemoved = (kind: Kind): Sql => sql`
  , expired as (delete from removed where removed_at < now() - interval '1 day')
  insert into removed (id, event_id, kind, contents)
  select id, event_id, ${kind}, to_jsonb(gone) from gone`;

/** Inserts a deleted row as it was; the statement goes on with `returning`. */
export const restoreRemoved = (kind: Kind, id: string): Sql => sql`
  with back as (delete from removed where id = ${id} and kind = ${kind} returning contents)
  insert into ${raw(kind)}
  select (jsonb_populate_record(null::${raw(kind)}, contents)).* from back`;
