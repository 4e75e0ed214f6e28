import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { Database } from './client.ts';
import { violates } from './errors.ts';

// Found from both src/db and dist/db, so that the build has nothing to copy.
const ourMigrations = new URL('../../src/db/migrations/', import.meta.url);

// Any constant does, as long as every Drawbridge uses the same one.
const MIGRATION_LOCK = 4_281_337_001;

interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

type Applied = Omit<Migration, 'text'>;

/** Its message is the one line for the operator. */
export class MigrationRefused extends Error {}

/** Brings the database up to this code's schema. Many servers may start at once: one migrates. */
export async function migrate(db: Database, directory: URL = ourMigrations): Promise<void> {
  const migrations = await readMigrations(directory);
  for (;;) {
    const applied = await readApplied(db);
    refuseStrangers(migrations, applied);
    const next = migrations[applied.length];
    if (!next) return;
    await apply(db, next);
  }
}

async function readApplied(db: Database): Promise<Applied[]> {
  await runScript(
    db,
    `
    select pg_advisory_xact_lock(${MIGRATION_LOCK});
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`,
  );
  return db.query(sql`select number, name, checksum from migrations order by number`);
}

async function apply(db: Database, { number, name, checksum, text }: Migration): Promise<void> {
  try {
    await runScript(
      db,
      `
      select pg_advisory_xact_lock(${MIGRATION_LOCK});
      insert into migrations (number, name, checksum) values (${number}, '${name}', '${checksum}');
      ${text}`,
    );
  } catch (error) {
    // Another server was faster; that is as good.
    if (!violates(error, 'migrations_pkey')) throw error;
  }
}

/** Statements that are sent as one text are one transaction, whose locks end with it. */
async function runScript(db: Database, text: string): Promise<void> {
  await db.withConnection((connection) => connection.query(text));
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
      return { number, name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function refuseStrangers(known: Migration[], applied: readonly Applied[]): void {
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
