import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/client.ts';
import type { Settings } from '../settings.ts';
import { type WrittenBackup, writeBackup } from './file.ts';

/** A backup's day begins at three in the morning, by the server's clock. */
const HOUR = 3;
const TRY_AGAIN_AFTER_MS = 60 * 60_000;
const NAME = /^drawbridge-(\d{4}-\d{2}-\d{2})\.backup$/;
// The value is arbitrary, but has to be the same in every Drawbridge.
const BACKUP_LOCK = 4_281_337_002;

type NightlySettings = Pick<Settings, 'backupDir' | 'backupKeep' | 'backupPassphrase'>;

export interface NightlyBackups {
  /** Whether the last attempt succeeded; unknown before the first one. */
  succeeded(): boolean | undefined;
  stop(): void;
}

/** Makes one backup a day: at three in the morning, or as soon as the server runs again. */
export function startNightlyBackups(
  db: Database,
  settings: NightlySettings,
  log: FastifyBaseLogger,
): NightlyBackups {
  let timer: NodeJS.Timeout | undefined;
  let succeeded: boolean | undefined;
  let stopped = false;
  const run = async () => {
    let wait = msUntilNextDay(new Date());
    try {
      const made = await backUpToday(db, settings, new Date());
      succeeded = true;
      if (made) log.info(made, `Backup written to ${made.path}`);
    } catch (error) {
      succeeded = false;
      wait = Math.min(wait, TRY_AGAIN_AFTER_MS);
      if (!stopped)
        log.error(`The backup failed, next try in an hour: ${(error as Error).message}`);
    }
    if (!stopped) timer = setTimeout(run, wait).unref();
  };
  if (settings.backupDir !== undefined) timer = setTimeout(run, 0).unref();
  return {
    succeeded: () => succeeded,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Writes the backup of this day unless there is one, and then removes the oldest beyond the number to
 * keep. Servers that share a database take turns, and those that share a directory find it written.
 */
export async function backUpToday(
  db: Database,
  { backupDir = '.', backupKeep, backupPassphrase }: NightlySettings,
  now: Date,
): Promise<(WrittenBackup & { path: string }) | undefined> {
  await mkdir(backupDir, { recursive: true });
  const name = `drawbridge-${backupDay(now)}.backup`;
  const connection = db.createConnection();
  await connection.connect();
  try {
    await connection.query(`select pg_advisory_lock(${BACKUP_LOCK})`);
    if ((await readdir(backupDir)).includes(name)) return undefined;
    const path = join(backupDir, name);
    const written = await writeBackup(db, path, backupPassphrase);
    await removeOldest(backupDir, backupKeep);
    return { ...written, path };
  } finally {
    // Closing the connection releases the lock.
    await connection.end();
  }
}

async function removeOldest(directory: string, keep: number): Promise<void> {
  const names = await listBackups(directory);
  for (const name of names.slice(0, -keep)) await rm(join(directory, name));
}

/** The names of the nightly backups in a directory, oldest first. */
async function listBackups(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => NAME.test(name)).sort();
}

export interface LastBackup {
  at: Date;
  bytes: number;
}

/** The newest nightly backup in a directory, whichever server has written it. */
export async function readLastBackup(directory: string): Promise<LastBackup | undefined> {
  try {
    const name = (await listBackups(directory)).at(-1);
    if (!name) return undefined;
    const { mtime, size } = await stat(join(directory, name));
    return { at: mtime, bytes: size };
  } catch {
    // The directory does not exist yet, or the file has just been removed.
    return undefined;
  }
}

export function backupDay(now: Date): string {
  const day = new Date(now);
  day.setHours(day.getHours() - HOUR);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export function msUntilNextDay(now: Date): number {
  const next = new Date(now);
  next.setHours(HOUR, 0, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next.getTime() - now.getTime();
}
