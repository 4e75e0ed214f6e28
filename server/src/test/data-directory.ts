import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { withEmbedded } from '../db/embedded.ts';

export interface DataDirectory {
  path: string;
  remove(): Promise<void>;
}

/** An empty place for a server's data, which is gone at the end. */
export async function temporaryDirectory(): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'drawbridge-test-'));
  // As root, PostgreSQL runs under an account that must be able to walk in here.
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A place as a stopped server leaves it: a first start takes longer than most of what comes after it. */
export async function furnishedDirectory(): Promise<DataDirectory> {
  const directory = await temporaryDirectory();
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
