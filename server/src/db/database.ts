import type { Settings } from '../settings.ts';
import { type ConnectionTarget, connect, type Database } from './client.ts';
import { startEmbedded, withEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { refuseUnfitDatabase } from './requirements.ts';

type Which = Pick<Settings, 'dataDir' | 'databaseUrl' | 'allowUnsafeDatabase'>;

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface OpenDatabase {
  sql: Database;
  /** Where it is, for other processes. */
  target: ConnectionTarget;
  close(): Promise<void>;
}

/** The server's database, checked and migrated: the given one, or the PostgreSQL we run ourselves. */
export async function openDatabase(
  which: Which,
  log: Log,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  const embedded = which.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: which.dataDir, log, onLost });
  const target = which.databaseUrl ?? (embedded as NonNullable<typeof embedded>).connection;
  const sql = connect(target, { onWarning: (message) => log.warn(message) });
  const close = async () => {
    await sql.end({ timeout: 5 });
    await embedded?.stop();
  };
  try {
    await prepare(sql, which);
  } catch (error) {
    await close();
    throw error;
  }
  return { sql, target, close };
}

/** The same database for one short piece of work beside a server that may be running or not. */
export async function useDatabase<T>(
  which: Which,
  log: Log,
  work: (sql: Database) => Promise<T>,
): Promise<T> {
  const workOn = async (target: Parameters<typeof connect>[0]) => {
    const sql = connect(target, { max: 1, onWarning: (message) => log.warn(message) });
    try {
      await prepare(sql, which);
      return await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  return which.databaseUrl
    ? workOn(which.databaseUrl)
    : withEmbedded({ dataDir: which.dataDir, log }, workOn);
}

async function prepare(sql: Database, which: Which): Promise<void> {
  await refuseUnfitDatabase(sql, { allowUnsafe: which.allowUnsafeDatabase });
  await migrate(sql);
}
