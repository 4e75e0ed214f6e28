import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

export interface Columns {
  name: string;
  /** The columns, except generated ones, which PostgreSQL computes again. */
  columns: string[];
}

export interface Table extends Columns {
  /**
   * False for unlogged tables, login codes and mail: their rows are short-lived, and restoring them would make them
   * valid again.
   */
  lasting: boolean;
}

/**
 * All tables except `migrations`, each after those that it references. They are read from PostgreSQL, so a new table is
 * in the next backup without a change here, unless it is unlogged.
 */
export async function listTables(db: Db): Promise<Table[]> {
  const tables = await db.query<Table & { references: string[] }>(sql`
    select c.relname as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              and a.attgenerated = '') as columns,
           c.relpersistence = 'p' and c.relname not in ('login_codes', 'mails') as lasting,
           array(select distinct other.relname::text
                 from pg_constraint f join pg_class other on other.oid = f.confrelid
                 where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> 'migrations'
    order by c.relname`);
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const names = new Set(ordered.map(({ name }) => name));
    const next = tables.filter(
      ({ name, references }) => !names.has(name) && references.every((other) => names.has(other)),
    );
    if (next.length === 0) throw new Error('Tables reference each other in a circle');
    ordered.push(...next.map(({ name, columns, lasting }) => ({ name, columns, lasting })));
  }
  return ordered;
}

/** The positions of all sequences that have been used. */
export async function listSequences(db: Db): Promise<{ name: string; value: string }[]> {
  return db.query(sql`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`);
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The source of `copy` for a table: all rows, but of sessions only the tokens of programs. */
export function copySource(table: Columns): string {
  if (table.name !== 'sessions') return copyTarget(table);
  return `(select ${table.columns.map(quoted).join(', ')} from sessions
           where user_id in (select id from users where role = 'program') order by id)`;
}

/** A table and its columns in the syntax of `copy`. */
export function copyTarget({ name, columns }: Columns): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}
