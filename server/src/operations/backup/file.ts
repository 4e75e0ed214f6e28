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

export async function writeBackup(
  db: Database,
  path: string,
  passphrase: string | undefined,
): Promise<WrittenBackup> {
  let counts: SnapshotCounts | undefined;
  const snapshot = makeSnapshot(db, passphrase, (made) => {
    counts = made;
  });
  const bytes = await writeWhole(path, snapshot);
  return { ...(counts as SnapshotCounts), bytes };
}

/**
 * Writes a file that only its owner can read, and returns its size. The file gets its name only when it is complete and
 * on the disk; the rest of a failed one is removed.
 */
export async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const unfinished = `${path}.unfinished`;
  let bytes = 0;
  try {
    // A file left there by another backup or account would keep its owner and permissions, or link elsewhere.
    await rm(unfinished, { force: true });
    const file = await open(unfinished, 'wx', 0o600);
    try {
      for await (const chunk of chunks) {
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
  return bytes;
}

/**
 * Throws if the file is missing or not a backup, before a database is created for it. A pipe is not checked, because it
 * can be read only once.
 */
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

/** Syncs the directory, so that the file's name survives a power cut, where the platform supports it. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path).catch(() => undefined);
  await directory?.sync().catch(() => {});
  await directory?.close();
}
