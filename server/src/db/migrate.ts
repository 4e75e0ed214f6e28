import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { Database } from './client.ts';
import { violates } from './errors.ts';

// This resolves from both src/db and dist/db, so the build has nothing to copy.
const ourMigrations = new URL('../../src/db/migrations/', import.meta.url);

// The value is arbitrary, but has to be the same in every Drawbridge.
const MIGRATION_LOCK = 4_281_337_001;

interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

type Applied = Omit<Migration, 'text'>;

/** The message is one line for the operator. */
export class MigrationError extends Error {}

/** Migrates the database to the current schema. If several servers start at once, one of them migrates. */
export async function migrate(db: Database, directory: URL = ourMigrations): Promise<void> {
  const migrations = await readMigrations(directory);
  for (;;) {
    const applied = await readApplied(db);
    checkApplied(migrations, applied);
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
    // Another server has applied it first.
    if (!violates(error, 'migrations_pkey')) throw error;
  }
}

/** Statements sent as one text run in one transaction, which releases its locks at the end. */
async function runScript(db: Database, text: string): Promise<void> {
  await db.withConnection((connection) => connection.query(text));
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new MigrationError(`Migration ${name} should be number ${index + 1}`);
      }
      // A checkout on Windows may have changed the line endings, which does not change the migration.
      const text = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n');
      return { number, name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function checkApplied(known: Migration[], applied: readonly Applied[]): void {
  for (const [index, row] of applied.entries()) {
    const ours = known[index];
    if (!ours) {
      throw new MigrationError(
        `The database is newer than this version of Drawbridge: it has migration ${row.name}`,
      );
    }
    if (row.number !== ours.number || row.checksum !== ours.checksum) {
      throw new MigrationError(
        `Migration ${row.name} was changed after it had been applied: restore the original file`,
      );
    }
  }
}
