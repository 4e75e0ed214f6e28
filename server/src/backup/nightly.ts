import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/client.ts';
import { inTurn, nightOf } from '../nightly.ts';
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
  await mkdir(backupDir, { recursive: true });
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
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  for (const name of names.slice(0, -keep)) await rm(join(directory, name));
}
