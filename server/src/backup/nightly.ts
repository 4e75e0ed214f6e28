import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/client.ts';
import { inTurn } from '../db/lock.ts';
import { nightOf } from '../nightly-schedule.ts';
import type { Settings } from '../settings.ts';
import { type WrittenBackup, writeBackup } from './file.ts';

const NAME = /^drawbridge-(\d{4}-\d{2}-\d{2})\.backup$/;
// The value is arbitrary, but has to be the same in every Drawbridge.
const BACKUP_LOCK = 4_281_337_002;

type NightlySettings = Pick<Settings, 'backupDir' | 'backupKeep' | 'backupPassphrase'>;

/**
 * Writes the backup of this day unless there is one, and then removes the oldest beyond the number to
 * keep. Servers that share a directory find it written.
 */
export async function backUpToday(
  db: Database,
  { backupDir = '.', backupKeep, backupPassphrase }: NightlySettings,
  now: Date,
): Promise<(WrittenBackup & { path: string }) | undefined> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const name = `drawbridge-${nightOf(now)}.backup`;
  return inTurn(db, BACKUP_LOCK, async () => {
    if ((await readdir(backupDir)).includes(name)) return undefined;
    const path = join(backupDir, name);
    const written = await writeBackup(db, path, backupPassphrase);
    await removeOldest(backupDir, backupKeep);
    return { ...written, path };
  });
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
