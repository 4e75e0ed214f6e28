import { contactFields, mapContact } from '@drawbridge/contract/collecting/contact';
import sql, { raw, type Sql } from 'sql-template-tag';

/** The columns of `leads` and `import_rows` that hold a contact and answers, with their types. */
export const personColumns = {
  ...mapContact(() => 'text'),
  phone_typed: 'text',
  phone_key: 'text',
  phone_valid: 'bool',
  answers: 'jsonb',
  answers_text: 'text',
  incomplete: 'bool',
};

/** The columns of a contact in a response; `table` is the table's name or alias. */
export function contactColumnsSql(table: string): Sql {
  return columnNames(contactFields, table);
}

/** `name, phone`, or `l.name, l.phone` */
export function columnNames(columns: readonly string[], table?: string): Sql {
  return raw(columns.map((name) => (table ? `${table}.${name}` : name)).join(', '));
}

/**
 * A table built from rows. They are sent as one JSON document, because PostgreSQL reads it faster than an array per
 * column.
 */
export function rowsFromJson<Column extends string>(
  name: string,
  columns: Record<Column, string>,
  rows: readonly Record<Column, unknown>[],
): Sql {
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return sql`json_to_recordset(${JSON.stringify(rows)}) as ${raw(name)} (${columnNames(types)})`;
}
