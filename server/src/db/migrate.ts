import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './client.ts';

// Found from both src/db and dist/db, so that the build has nothing to copy.
const ourMigrations = new URL('../../src/db/migrations/', import.meta.url);

// Any constant does, as long as every Drawbridge uses the same one.
const MIGRATION_LOCK = 4_281_337_001;

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

/** Its message is the one line for the operator. */
export class MigrationRefused extends Error {}

/** Brings the database up to this code's schema. Many servers may start at once: one migrates. */
export async function migrate(sql: Database, directory: URL = ourMigrations): Promise<void> {
  const migrations = await readMigrations(directory);
  const connection = await sql.reserve();
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await connection`
      create table if not exists migrations (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz(3) not null default now()
      )`;
    const applied = await connection<{ number: number; name: string; checksum: string }[]>`
      select number, name, checksum from migrations order by number`;
    refuseStrangers(migrations, applied);
    for (const migration of migrations.slice(applied.length)) {
      await connection.unsafe('begin');
      try {
        await connection.unsafe(migration.sql);
        await connection`
          insert into migrations (number, name, checksum)
          values (${migration.number}, ${migration.name}, ${migration.checksum})`;
        await connection.unsafe('commit');
      } catch (error) {
        await connection.unsafe('rollback');
        throw error;
      }
    }
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    connection.release();
  }
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new MigrationRefused(`Migration ${name} should be number ${index + 1}`);
      }
      // A checkout on Windows may have changed the line ends; the migration is the same.
      const text = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n');
      return { number, name, sql: text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function refuseStrangers(
  known: Migration[],
  applied: readonly { number: number; name: string; checksum: string }[],
): void {
  for (const [index, row] of applied.entries()) {
    const ours = known[index];
    if (!ours) {
      throw new MigrationRefused(
        `The database is newer than this version of Drawbridge: it has migration ${row.name}`,
      );
    }
    if (row.number !== ours.number || row.checksum !== ours.checksum) {
      throw new MigrationRefused(
        `Migration ${row.name} was changed after it had been applied: restore the original file`,
      );
    }
  }
}
