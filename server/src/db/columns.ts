import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { z } from 'zod';

/*
 * The columns of a noun are listed by its schema in the contract. Each field has the column of the same name in snake
 * case. Select lists, inserts and updates are made from the fields, so that a new column needs no change in a store.
 */

/** The values of a row, by field. */
type Fields = Record<string, unknown>;

/** The sources of a schema's fields that are not read from the column of the same name. */
interface Source<Shape> {
  /** The table's name or alias in the statement. */
  table?: string;
  computed?: { [Field in keyof Shape]?: Sql };
}

/**
 * The select list of a schema, which can also follow `returning`. It is an option of a query as well, so that its rows
 * have the schema's type and tests check them.
 */
export function rowOf<Shape extends z.ZodRawShape>(
  row: z.ZodObject<Shape>,
  { table, computed = {} }: Source<Shape> = {},
) {
  const columns = Object.keys(row.shape).map((field) => {
    const column = computed[field] ?? raw(table ? `${table}.${columnOf(field)}` : columnOf(field));
    return sql`${column} as ${raw(`"${field}"`)}`;
  });
  return { row, columns: join(columns) };
}

/** The part `(event_id, name) values (…)` of an insert. Undefined fields get the column's default. */
export function valuesOf(fields: Fields): Sql {
  const entries = givenOf(fields);
  const columns = raw(entries.map(([column]) => column).join(', '));
  return sql`(${columns}) values (${join(entries.map(([, value]) => value))})`;
}

/**
 * The part `name = …, position = …` of an update. Undefined fields stay. Without any change, the row is set to its own
 * values.
 */
export function changesOf(fields: Fields): Sql {
  const changes = givenOf(fields).map(([column, value]) => sql`${raw(column)} = ${value}`);
  return changes.length > 0 ? join(changes) : sql`id = id`;
}

const givenOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [[columnOf(field), value] as const],
  );

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
