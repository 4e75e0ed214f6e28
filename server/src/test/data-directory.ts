import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { type DataDirectory, makeDataDirectory } from '../../../scripts/lib/server-process.mjs';
import { withEmbedded } from '../db/embedded.ts';

/** A place as a stopped server leaves it: a first start takes longer than most of what comes after it. */
export async function furnishedDirectory(): Promise<DataDirectory> {
  const directory = await makeDataDirectory();
  await copyDatabase(inject('furnished'), directory.path);
  return directory;
}

/** As it was before any start. */
export async function emptyOut({ path }: DataDirectory): Promise<void> {
  await rm(join(path, 'postgres'), { recursive: true });
}

/** Unlike Node's own copying, it keeps the owner. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', join(from, 'postgres'), to]);
}

/** A server that was killed leaves its PostgreSQL behind; whoever joins it last stops it. */
export async function stopDatabaseIn(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres/postmaster.pid'))) return;
  await withEmbedded({ dataDir, log: { info: () => {}, warn: () => {} } }, async () => {});
}
