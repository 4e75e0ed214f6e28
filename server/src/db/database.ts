import sql from 'sql-template-tag';
import { connect, type Database } from './client.ts';
import { Connection, type ConnectionTarget, configFor } from './connection.ts';
import { startEmbedded, withEmbedded } from './embedded/embedded.ts';
import type { OsUser } from './embedded/process.ts';
import { UnusableDatabase } from './errors.ts';
import { isMigrated, migrate } from './migrate.ts';

const OLDEST_VERSION = 15;
/** The settings that select the database. */
interface Which {
  dataDir: string;
  databaseUrl: string | undefined;
  allowUnsafeDatabase: boolean;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface OpenDatabase {
  db: Database;
  /** The path of the data, for people. */
  location: string;
  /** The account that runs the embedded PostgreSQL, if it is not our own. */
  osUser: OsUser | undefined;
  close(): Promise<void>;
}

/** Opens the given database, or the PostgreSQL we run ourselves, then checks and migrates it. */
export async function openDatabase(
  which: Which,
  log: Log,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = which;
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log, onLost });
  const target = databaseUrl ?? (embedded as NonNullable<typeof embedded>).connection;
  const db = connect(target, { onWarning: (message) => log.warn(message) });
  const close = async () => {
    await db.end();
    await embedded?.stop();
  };
  try {
    await prepare(db, which, log, { mayCreate: true });
  } catch (error) {
    await close();
    throw error;
  }
  const location = embedded?.directory ?? describeServer(databaseUrl ?? '');
  return { db, location, osUser: embedded?.osUser, close };
}

/** The server of a URL, without the password. */
function describeServer(databaseUrl: string): string {
  const { host, port, database } = new Connection(configFor(databaseUrl));
  return `the database ${database} on ${host}:${port}`;
}

interface Options {
  /** True if the task may begin with an empty database. */
  mayCreate?: boolean;
  migrate?: boolean;
}

/** Opens the same database for a short task, whether or not a server is running. */
export async function useDatabase<T>(
  which: Which,
  log: Log,
  work: (db: Database) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const { dataDir, databaseUrl } = which;
  const workOn = async (target: ConnectionTarget) => {
    const db = connect(target, {
      max: 1,
      statementTimeoutMs: 0,
      onWarning: (message) => log.warn(message),
    });
    try {
      await prepare(db, which, log, options);
      return await work(db);
    } finally {
      await db.end();
    }
  };
  if (databaseUrl) return workOn(databaseUrl);
  return withEmbedded({ dataDir, log, mayCreate: options.mayCreate ?? false }, workOn);
}

async function prepare(
  db: Database,
  { allowUnsafeDatabase }: Which,
  log: Log,
  { mayCreate = false, migrate: wanted = true }: Options,
): Promise<void> {
  await requireSupported(db, allowUnsafeDatabase);
  if (!mayCreate && !(await isMigrated(db))) {
    throw new UnusableDatabase('The database is empty: no Drawbridge has been started on it');
  }
  if (wanted) await migrate(db, undefined, log);
}

/** Throws if the database is too old, is not ours to use, or may lose data that it has acknowledged. */
export async function requireSupported(db: Database, allowUnsafe: boolean): Promise<void> {
  const state = await db.queryOne<{
    version: number;
    encoding: string;
    name: string;
    account: string;
    mayCreate: boolean;
    otherOwner: string | null;
    off: string[];
  }>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('server_encoding') as encoding,
           current_database() as name, current_user as account,
           coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
           (select pg_get_userbyid(relowner) from pg_class
            where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')) as other_owner,
           array(select name from pg_settings
                 where name in ('fsync', 'synchronous_commit') and setting = 'off'
                 order by name) as off`);
  const { version, encoding, name, account, mayCreate, otherOwner, off } = state;
  const refuse = (sentence: string) => {
    throw new UnusableDatabase(sentence);
  };
  if (version < OLDEST_VERSION) {
    refuse(`The database is PostgreSQL ${version}; ${OLDEST_VERSION} or newer is needed`);
  }
  if (encoding !== 'UTF8') {
    refuse(`The database ${name} has the encoding ${encoding}: create it with encoding 'UTF8'`);
  }
  if (otherOwner) {
    refuse(`The tables in the database ${name} belong to ${otherOwner}, not to ${account}`);
  }
  if (!mayCreate) {
    refuse(
      `The account ${account} may not create tables in the database ${name}: ` +
        `run 'alter database ${name} owner to ${account}'`,
    );
  }
  if (off.length > 0 && !allowUnsafe) {
    refuse(
      `The database has ${off.join(' and ')} off and could lose leads: ` +
        'turn it on, or set ALLOW_UNSAFE_DATABASE=on',
    );
  }
}
