import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Database, Db } from './client.ts';
import { violates } from './errors.ts';

// The build copies them beside the compiled code: code never applies the migrations of another version.
const ourMigrations = new URL('migrations/', import.meta.url);

// The value is arbitrary, but has to be the same in every Drawbridge.
const MIGRATION_LOCK = 4_281_337_001;

const LOCK = `select pg_advisory_xact_lock(${MIGRATION_LOCK});`;
const CREATE_TABLE = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  );`;

interface Migration {
  number: number;
  name: string;
  checksum: string;
  /** Applies the migration and notes that it did. */
  script: string;
}

type Applied = Omit<Migration, 'script'>;

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
  await runScript(db, LOCK + CREATE_TABLE);
  return listApplied(db);
}

function listApplied(db: Database): Promise<Applied[]> {
  return db.query(sql`select number, name, checksum from migrations order by number`);
}

/** How many migrations the next start will apply; fails as that start would. Changes nothing. */
export async function countPendingMigrations(db: Database): Promise<number> {
  const migrations = await readMigrations(ourMigrations);
  if (!(await isMigrated(db))) return 0;
  const applied = await listApplied(db);
  checkApplied(migrations, applied);
  return migrations.length - applied.length;
}

/** Whether any version of Drawbridge has used this database. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { found } = await db.queryOne<{ found: boolean }>(
    sql`select to_regclass('migrations') is not null as found`,
  );
  return found;
}

/** The number of the last migration that was applied. */
export async function readMigrationNumber(db: Db): Promise<number> {
  const { number } = await db.queryOne<{ number: number }>(
    sql`select max(number) as number from migrations`,
  );
  return number;
}

async function apply(db: Database, { script }: Migration): Promise<void> {
  try {
    await runScript(db, LOCK + script);
  } catch (error) {
    // Another server has applied it first.
    if (!violates(error, 'migrations_pkey')) throw error;
  }
}

/**
 * Creates the schema that a backup was made with, in the caller's transaction. `check` sees that the
 * database is empty, while no server can migrate it.
 */
export async function createSchema(
  connection: pg.ClientBase,
  wanted: readonly Pick<Migration, 'name' | 'checksum'>[],
  check: () => Promise<void>,
): Promise<void> {
  const known = await readMigrations(ourMigrations);
  checkApplied(
    known,
    wanted.map((migration, index) => ({ ...migration, number: index + 1 })),
  );
  await connection.query(LOCK);
  await check();
  await connection.query(CREATE_TABLE);
  for (const { script } of known.slice(0, wanted.length)) await connection.query(script);
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
      const checksum = createHash('sha256').update(text).digest('hex');
      const script = `
        insert into migrations (number, name, checksum) values (${number}, '${name}', '${checksum}');
        ${text}`;
      return { number, name, checksum, script };
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
