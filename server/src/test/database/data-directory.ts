import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { type DataDirectory, makeDataDirectory } from '../../../../scripts/lib/server-process.mjs';
import { withEmbedded } from '../../db/embedded/embedded.ts';

/** A data directory in the state after a stopped server, because a first start takes longer than most tests. */
export async function preparedDirectory(): Promise<DataDirectory> {
  const directory = await makeDataDirectory();
  await copyDatabase(inject('furnished'), directory.path);
  return directory;
}

/** Copies a database with its owner, unlike Node's own copy functions. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', join(from, 'postgres'), to]);
}

/** Stops PostgreSQL after a killed server, which leaves it running; the last process to join it stops it. */
export async function stopDatabaseIn(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres/postmaster.pid'))) return;
  await withEmbedded({ dataDir, log: { info: () => {}, warn: () => {} } }, async () => {});
}
