import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { z } from 'zod';

/*
 * A schema of the contract is the list of a noun's columns. Each field has the column of its name, in snake case: select
 * lists, inserts and updates are made from the fields, so that a new column needs no change in a store.
 */

/** Something that is stored, by field. */
type Fields = Record<string, unknown>;

/** How the fields of a schema are read, where it is not simply from the column of the same name. */
interface Source<Shape> {
  /** The table's name or alias in the statement. */
  table?: string;
  computed?: { [Field in keyof Shape]?: Sql };
}

/**
 * The select list of a schema, which may also stand after `returning`. It is a query's option, too, so that its rows have
 * the schema's type and tests check them.
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

/** `(event_id, name) values (…)` of an insert. What is undefined gets the column's default. */
export function valuesOf(fields: Fields): Sql {
  const given = givenOf(fields);
  const columns = raw(given.map(([column]) => column).join(', '));
  return sql`(${columns}) values (${join(given.map(([, value]) => value))})`;
}

/** `name = …, position = …` of an update. What is undefined stays, and without any change the row is as it was. */
export function changesOf(fields: Fields): Sql {
  const changes = givenOf(fields).map(([column, value]) => sql`${raw(column)} = ${value}`);
  return changes.length > 0 ? join(changes) : sql`id = id`;
}

const givenOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [[columnOf(field), value] as const],
  );

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
