import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../db/client.ts';
import { makeDirectory } from '../../db/embedded/atomic-directory.ts';
import { withAdvisoryLock } from '../../db/transaction.ts';
import type { Settings } from '../../settings.ts';
import { nightOf } from '../upkeep/nightly-schedule.ts';
import { type WrittenBackup, writeBackup } from './file.ts';

/**
 * Matches the names of backups. The nightly backup has the day in its name; other backups of that day also have the
 * time.
 */
const NAME = /^drawbridge-(\d{4}-\d{2}-\d{2})(-\d{6})?\.tar\.gz(\.age)?$/;

type NightlySettings = Pick<Settings, 'backupDir' | 'backupKeep' | 'backupPassphrase'>;

/**
 * Writes the backup of this day unless there is one, and then removes the oldest ones beyond the number to keep.
 * Servers that share a directory write one backup together.
 */
export async function backUpToday(
  db: Database,
  { backupDir = '.', backupKeep, backupPassphrase }: NightlySettings,
  now: Date,
): Promise<(WrittenBackup & { path: string }) | undefined> {
  await makeDirectory(backupDir, 0o700);
  const name = fileName(nightOf(now), backupPassphrase);
  return withAdvisoryLock(db, 'backup', async () => {
    if ((await readdir(backupDir)).includes(name)) return undefined;
    const path = join(backupDir, name);
    const written = await writeBackup(db, path, backupPassphrase);
    await removeOldest(backupDir, backupKeep);
    return { ...written, path };
  });
}

/** Writes another backup of this day, for example for `npm run backup`. */
export async function backUpNow(
  db: Database,
  { backupDir = '.', backupKeep, backupPassphrase }: NightlySettings,
  now: Date,
): Promise<WrittenBackup & { path: string }> {
  await makeDirectory(backupDir, 0o700);
  const path = join(backupDir, backupName(now, backupPassphrase));
  const written = await writeBackup(db, path, backupPassphrase);
  await removeOldest(backupDir, backupKeep);
  return { ...written, path };
}

/** The name of a backup: `drawbridge-2026-11-16-143000.tar.gz`. */
export function backupName(now: Date, passphrase: string | undefined): string {
  const time = now.toTimeString().slice(0, 8).replaceAll(':', '');
  return fileName(`${nightOf(now)}-${time}`, passphrase);
}

const fileName = (time: string, passphrase: string | undefined) =>
  `drawbridge-${time}.tar.gz${passphrase === undefined ? '' : '.age'}`;

/**
 * Removes backups except those of the newest days, so that many backups of one day do not replace those of earlier
 * days.
 */
async function removeOldest(directory: string, keep: number): Promise<void> {
  const backups = await listBackups(directory);
  const keptDays = new Set([...new Set(backups.map(({ day }) => day))].slice(-keep));
  for (const { name, day } of backups) if (!keptDays.has(day)) await rm(join(directory, name));
}

/** The names of the backups in a directory, those of the oldest day first. */
async function listBackups(directory: string): Promise<{ name: string; day: string }[]> {
  return (await readdir(directory)).sort().flatMap((name) => {
    const day = NAME.exec(name)?.[1];
    return day ? [{ name, day }] : [];
  });
}

export interface LastBackup {
  at: Date;
  bytes: number;
}

export interface BackupResult {
  /** True if the last nightly backup succeeded; undefined before the first one. */
  succeeded: boolean | undefined;
}

/** The newest backup in a directory, from any server. */
export async function readLastBackup(directory: string): Promise<LastBackup | undefined> {
  try {
    const backups = await listBackups(directory);
    const lastDay = backups.filter(({ day }) => day === backups.at(-1)?.day);
    const stats = await Promise.all(lastDay.map(({ name }) => stat(join(directory, name))));
    const newest = stats.sort((one, other) => other.mtimeMs - one.mtimeMs)[0];
    return newest && { at: newest.mtime, bytes: newest.size };
  } catch {
    // The directory does not exist yet, or the file has just been removed.
    return undefined;
  }
}
