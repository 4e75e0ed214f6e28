import pg from 'pg';
import sql, { raw, Sql } from 'sql-template-tag';
import { connect, type Database, type Db, onConnection } from '../../db/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its rows.
type AnyRow = Record<string, any>;

/** Runs the following statement: `await tag`select …``. */
interface Tag {
  <Rows extends readonly unknown[] = AnyRow[]>(
    strings: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Rows>;
  /** The name of a table or column, as part of a statement. */
  (name: string): Sql;
  /** SQL text; it may have several statements if it has no values. */
  unsafe<Rows extends readonly unknown[] = AnyRow[]>(
    text: string,
    values?: unknown[],
  ): Promise<Rows>;
}

export type TestTransaction = Tag & Db;

/** A database that tests can query with SQL and pass to store functions. */
export interface TestSql extends Tag, Database {
  /** Runs a transaction on a separate connection, outside the pool. */
  begin<T>(work: (tx: TestTransaction) => Promise<T>): Promise<T>;
}

export function connectSql(...to: Parameters<typeof connect>): TestSql {
  return createTestSql(connect(...to));
}

export function createTestSql(db: Database): TestSql {
  async function onOwnConnection<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
    const connection = db.createConnection();
    await connection.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  }

  return Object.assign(
    createTag(db, (text) => onOwnConnection((connection) => connection.query(text))),
    db,
    {
      begin: <T>(work: (tx: TestTransaction) => Promise<T>) =>
        onOwnConnection(async (connection) => {
          const tx = onConnection(connection);
          await connection.query('begin');
          const result = await work(
            Object.assign(
              createTag(tx, (text) => connection.query(text)),
              tx,
            ),
          );
          await connection.query('commit');
          return result;
        }),
    },
  );
}

function createTag(db: Db, runText: (text: string) => Promise<unknown>): Tag {
  const tag = (first: TemplateStringsArray | string, ...values: unknown[]) =>
    typeof first === 'string' ? raw(pg.escapeIdentifier(first)) : db.query(sql(first, ...values));
  const unsafe = (text: string, values?: unknown[]) => {
    if (!values) return runText(text);
    const pieces = text.split(/\$\d+/);
    return db.query(new Sql(pieces, values));
  };
  return Object.assign(tag, { unsafe }) as Tag;
}
