import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';

const ours = new URL('../db/migrations/', import.meta.url);

/** Gives a database the schema of an older version, by our first migrations only. */
export async function migrateTo(db: Database, number: number): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'drawbridge-migrations-'));
  for (const name of (await readdir(ours)).sort().slice(0, number)) {
    await copyFile(new URL(name, ours), join(copy, name));
  }
  await migrate(db, pathToFileURL(`${copy}/`));
  await rm(copy, { recursive: true });
}
