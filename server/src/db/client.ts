import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import {
  Connection,
  type ConnectionConfig,
  type ConnectionTarget,
  configFor,
} from './connection.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { cancelStatement, readerGone } from './reads/cancelling.ts';

/**
 * The time without a response after which the connection counts as lost. TCP alone notices a lost server only after 15
 * minutes.
 */
export const QUERY_TIMEOUT_MS = 120_000;

/** The time after which PostgreSQL cancels a statement, because its client has given up. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/** Removes the time limit on the statements of a transaction: of imports, backups, erasure and bulk changes. */
export async function allowLongStatements(tx: Db): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
}

/**
 * True in tests and development, where rows are checked against their schemas. In production this would slow down every
 * request.
 */
const CHECKS_ROWS = ['test', 'development'].includes(process.env.NODE_ENV ?? '');

interface QueryOptions<Row> extends SendOptions {
  /** The schema of the rows, which also gives them their type. */
  row?: z.ZodType<Row>;
}

interface SendOptions {
  /** True to plan the statement on every call, because its plan depends on the current number of rows. */
  replan?: boolean;
  timeoutMs?: number;
}

/** The connection of a store function: the pool, or the transaction that it is part of. */
export interface Db {
  /** Returns the rows, with their columns in camel case. */
  query<Row>(statement: Sql, options?: QueryOptions<Row>): Promise<Row[]>;
  /** Returns the row of a statement that always has exactly one. */
  queryOne<Row>(statement: Sql, options?: QueryOptions<Row>): Promise<Row>;
  /** Returns the number of affected rows. */
  execute(statement: Sql): Promise<number>;
}

export interface Database extends Db {
  readonly pool: pg.Pool;
  /** Lends a connection to `work`. A broken connection does not return to the pool. */
  withConnection<T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<T>;
  /** Cancels the running statement of a pool connection. The connection must not return to the pool. */
  cancel(connection: pg.ClientBase): void;
  /** Creates a connection outside the pool, not connected yet. */
  createConnection(): Connection;
  /** Waits up to `graceMs` for running statements, and then closes all connections. */
  end(options?: { graceMs?: number }): Promise<void>;
}

interface ConnectOptions extends Pick<ConnectionConfig, 'onWarning'> {
  max?: number;
  /** The time limit on statements; 0 means none, for commands. */
  statementTimeoutMs?: number;
}

export function connect(
  target: ConnectionTarget,
  { max = 10, statementTimeoutMs = STATEMENT_TIMEOUT_MS, ...options }: ConnectOptions = {},
): Database {
  const config: ConnectionConfig = { ...configFor(target), ...options };
  /**
   * Connects with our own settings. The pool would pass its options to a connection, and hides the password in them.
   */
  class PoolConnection extends Connection {
    constructor() {
      super(config);
    }
  }
  const pool = new pg.Pool({
    max,
    // Idle connections stay open.
    idleTimeoutMillis: 0,
    Client: PoolConnection,
    // Set after connecting and not as an option: poolers refuse options that they do not know.
    verify: (client, done) =>
      client.query(`set statement_timeout = ${statementTimeoutMs}`).then(() => done(), done),
  });
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // An idle connection was lost. The pool has removed it, and the next statement opens another.
  pool.on('error', () => {});

  async function withConnection<T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<T> {
    const disconnect = readerGone();
    disconnect?.throwIfAborted();
    const client = await pool.connect();
    let unusable = false;
    const giveUp = () => {
      unusable = true;
      cancel(client);
    };
    try {
      // The client may have disconnected while it waited for the connection.
      disconnect?.throwIfAborted();
      disconnect?.addEventListener('abort', giveUp);
      return await work(client);
    } catch (error) {
      unusable ||= isDatabaseUnavailable(error) || isOutdatedStatement(error);
      throw error;
    } finally {
      disconnect?.removeEventListener('abort', giveUp);
      client.release(unusable);
    }
  }

  const createConnection = () => new Connection(config);
  const cancel: Database['cancel'] = (client) => cancelStatement(client, createConnection());

  const run: Run = (statement, options) =>
    withConnection((connection) => send(connection, statement, options));
  const db = createDb((statement, options) =>
    run(statement, options).catch((error) => {
      if (isOutdatedStatement(error)) return run(statement, options);
      throw error;
    }),
  );

  const end: Database['end'] = async ({ graceMs = 5_000 } = {}) => {
    if (pool.ending) return;
    const giveUp = new AbortController();
    // The pool itself waits without limit for a connection that is not returned.
    const overdue = pause(graceMs, undefined, giveUp).then(() => {
      for (const client of open) client.connection.stream.destroy();
    });
    await Promise.race([pool.end(), overdue]);
    giveUp.abort();
    await overdue.catch(() => {});
  };

  return { ...db, pool, withConnection, cancel, createConnection, end };
}

/** Runs all statements on one connection, such as those of a transaction. */
export function onConnection(connection: pg.ClientBase): Db {
  return createDb((statement, options) => send(connection, statement, options));
}

type Run = (statement: Sql, options?: SendOptions) => Promise<pg.QueryArrayResult>;

function createDb(run: Run): Db {
  const query = async <Row>(statement: Sql, options?: QueryOptions<Row>) => {
    const rows = toObjects(await run(statement, options)) as Row[];
    if (CHECKS_ROWS) for (const row of rows) options?.row?.parse(row);
    return rows;
  };
  return {
    query,
    queryOne: async <Row>(statement: Sql, options?: QueryOptions<Row>) => {
      const [row] = await query(statement, options);
      if (!row) throw new Error('A statement that always returns a row returned none');
      return row;
    },
    execute: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

const statementName = memoize((text) => createHash('sha256').update(text).digest('base64url'));
const camelCase = memoize((column) =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
);

/** Prepares each statement once per connection, under a name derived from its text. */
function send(
  connection: pg.ClientBase,
  { text, values }: Sql,
  { replan = false, timeoutMs = QUERY_TIMEOUT_MS }: SendOptions = {},
): Promise<pg.QueryArrayResult> {
  const name = replan ? undefined : statementName(text);
  // A variable, because the types of node-postgres lack the time limit of a statement.
  const query = { name, text, values, rowMode: 'array' as const, query_timeout: timeoutMs };
  return connection.query(query);
}

/** True if a migration has changed the columns of a statement that was already prepared. */
function isOutdatedStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

function toObjects({ fields, rows }: pg.QueryArrayResult): object[] {
  const columns = fields.map(({ name }) => camelCase(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
    return row;
  });
}

function memoize(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = compute(text);
      known.set(text, result);
    }
    return result;
  };
}
