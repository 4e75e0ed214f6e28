import type { Settings } from '../settings.ts';
import { connect, type Database } from './client.ts';
import type { ConnectionTarget } from './connection.ts';
import type { OsUser } from './embedded/process.ts';
import { startEmbedded, withEmbedded } from './embedded.ts';
import { isMigrated, MigrationError, migrate } from './migrate.ts';
import { requireSupportedDatabase } from './requirements.ts';

type Which = Pick<Settings, 'dataDir' | 'databaseUrl' | 'allowUnsafeDatabase'>;

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface OpenDatabase {
  db: Database;
  /** Where other processes connect. */
  target: ConnectionTarget;
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
  const embedded = which.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: which.dataDir, log, onLost });
  const target = which.databaseUrl ?? (embedded as NonNullable<typeof embedded>).connection;
  const db = connect(target, { onWarning: (message) => log.warn(message) });
  const close = async () => {
    await db.end();
    await embedded?.stop();
  };
  try {
    await prepare(db, which, { mayCreate: true });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, target, osUser: embedded?.osUser, close };
}

interface Options {
  /** Whether the task may begin with an empty database. */
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
  const workOn = async (target: ConnectionTarget) => {
    const db = connect(target, { max: 1, onWarning: (message) => log.warn(message) });
    try {
      await prepare(db, which, options);
      return await work(db);
    } finally {
      await db.end();
    }
  };
  return which.databaseUrl
    ? workOn(which.databaseUrl)
    : withEmbedded({ dataDir: which.dataDir, log, mayCreate: options.mayCreate ?? false }, workOn);
}

async function prepare(
  db: Database,
  which: Which,
  { mayCreate = false, migrate: wanted = true }: Options,
): Promise<void> {
  await requireSupportedDatabase(db, { allowUnsafe: which.allowUnsafeDatabase });
  if (!mayCreate && !(await isMigrated(db))) {
    throw new MigrationError('The database is empty: no Drawbridge has been started on it');
  }
  if (wanted) await migrate(db);
}
