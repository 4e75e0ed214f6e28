import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../db/client.ts';
import { openBackup } from './archive.ts';
import { restoreSnapshot } from './restore.ts';
import { makeSnapshot, type SnapshotCounts } from './snapshot.ts';

export interface WrittenBackup extends SnapshotCounts {
  bytes: number;
}

/**
 * Writes a backup. The file appears under its name only when it is complete and on the disk; what a
 * failure leaves is removed.
 */
export async function writeBackup(
  db: Database,
  path: string,
  passphrase: string | undefined,
): Promise<WrittenBackup> {
  const unfinished = `${path}.unfinished`;
  let counts: SnapshotCounts | undefined;
  let bytes = 0;
  try {
    // What another backup or account has left there would keep its owner and permissions, or lead elsewhere.
    await rm(unfinished, { force: true });
    const file = await open(unfinished, 'wx', 0o600);
    try {
      const snapshot = makeSnapshot(db, passphrase, (made) => {
        counts = made;
      });
      for await (const chunk of snapshot) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { ...(counts as SnapshotCounts), bytes };
}

/** Fails if the file is missing or no backup, before a database is made for it. A pipe can be read only once. */
export async function checkBackup(path: string, passphrase: string | undefined): Promise<void> {
  if (!(await stat(path)).isFile()) return;
  const chunks = createReadStream(path);
  try {
    await openBackup(chunks, passphrase);
  } finally {
    chunks.destroy();
  }
}

export async function restoreBackup(
  db: Database,
  path: string,
  passphrase: string | undefined,
): Promise<SnapshotCounts> {
  return restoreSnapshot(db, createReadStream(path, { highWaterMark: 1024 * 1024 }), passphrase);
}

/** Keeps the file's name through a power cut, where the platform can do so. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path).catch(() => undefined);
  await directory?.sync().catch(() => {});
  await directory?.close();
}
