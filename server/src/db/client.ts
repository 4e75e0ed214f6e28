import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Connection, type ConnectionTarget, clientConfig } from './connection.ts';
import { isDatabaseAway } from './errors.ts';
import { connectToPrimary, splitHosts } from './failover.ts';

/** What a store function queries: the pool, or the transaction it is part of. */
export interface Db {
  /** The rows, with their columns in camel case. */
  query<Row>(statement: Sql): Promise<Row[]>;
  /** The row of a statement that always gives one. */
  queryOne<Row>(statement: Sql): Promise<Row>;
  /** How many rows were affected. */
  execute(statement: Sql): Promise<number>;
}

export type PooledConnection = pg.PoolClient;

/** A pool of connections. */
export interface Database extends Db {
  /** A connection of the pool, for several statements. It must be released. */
  checkOut(): Promise<PooledConnection>;
  /** A connection beside the pool, not connected yet. */
  createConnection(): Connection;
  /** Lets running statements finish for so long, and then closes all connections. */
  end(options?: { graceMs?: number }): Promise<void>;
}

const POOL_SIZE = 10;
const GRACE_MS = 5_000;

export function connect(target: ConnectionTarget, options: { max?: number } = {}): Database {
  const create = connector(target);
  const open = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    max: options.max ?? POOL_SIZE,
    // No connection is closed for being idle.
    idleTimeoutMillis: 0,
    Client: create as unknown as new () => pg.ClientBase,
  });
  // An idle connection was lost. The pool has removed it, and the next statement opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  let ended: Promise<void> | undefined;

  async function run(statement: Sql): Promise<pg.QueryArrayResult> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      return await send(client, statement);
    } catch (error) {
      if (isDatabaseAway(error) || isOutdatedPlan(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of open) client.connection.stream.destroy();
    }, graceMs);
    await pool.end();
    clearTimeout(timer);
  }

  return {
    ...createDb((statement) =>
      run(statement).catch((error) => {
        // A migration has changed the columns. A new connection prepares the statement again.
        if (isOutdatedPlan(error)) return run(statement);
        throw error;
      }),
    ),
    checkOut: () => pool.connect(),
    createConnection: () => new create(),
    end: ({ graceMs = GRACE_MS } = {}) => {
      ended ??= close(graceMs);
      return ended;
    },
  };
}

/** A class whose instances connect to the target, or to the primary among several servers. */
function connector(target: ConnectionTarget): new () => Connection {
  const { url, hosts } = splitHosts(target);
  if (hosts.length > 1) return connectToPrimary(clientConfig(url), hosts);
  const config = clientConfig(target);
  return class extends Connection {
    constructor() {
      super(config);
    }
  };
}

/** The statements of one connection, such as those of a transaction. */
export function onConnection(connection: pg.ClientBase): Db {
  return createDb((statement) => send(connection, statement));
}

function createDb(run: (statement: Sql) => Promise<pg.QueryArrayResult>): Db {
  const query = async <Row>(statement: Sql) => toObjects(await run(statement)) as Row[];
  return {
    query,
    queryOne: async <Row>(statement: Sql) => {
      const [row] = await query<Row>(statement);
      if (!row) throw new Error('A statement that always gives a row gave none');
      return row;
    },
    execute: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

function send(connection: pg.ClientBase, statement: Sql): Promise<pg.QueryArrayResult> {
  const { text, values } = statement;
  return connection.query({ name: nameOf(text), text, values, rowMode: 'array' });
}

const names = new Map<string, string>();

/** A statement is prepared once per connection, under a name that follows from its text. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

function toObjects({ fields, rows }: pg.QueryArrayResult): object[] {
  const keys = fields.map(({ name }) => camelCase(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < keys.length; i++) row[keys[i] as string] = values[i];
    return row;
  });
}

const camelCased = new Map<string, string>();

function camelCase(column: string): string {
  let key = camelCased.get(column);
  if (!key) {
    key = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    camelCased.set(column, key);
  }
  return key;
}

/** Whether a prepared statement no longer fits its tables. */
function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  );
}
