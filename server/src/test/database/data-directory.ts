import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { type DataDirectory, makeDataDirectory } from '../../../../scripts/lib/server-process.mjs';
import { withEmbedded } from '../../db/embedded/embedded.ts';

/** A data directory as a stopped server leaves it, because a first start takes longer than most tests. */
export async function preparedDirectory(): Promise<DataDirectory> {
  const directory = await makeDataDirectory();
  await copyDatabase(inject('furnished'), directory.path);
  return directory;
}

/** Unlike Node's own copy functions, this keeps the owner. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', join(from, 'postgres'), to]);
}

/** A killed server leaves its PostgreSQL running; the last process to join it stops it. */
export async function stopDatabaseIn(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres/postmaster.pid'))) return;
  await withEmbedded({ dataDir, log: { info: () => {}, warn: () => {} } }, async () => {});
}
