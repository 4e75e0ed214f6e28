import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { type Database, type Db, onConnection } from './client.ts';
import { isDatabaseUnavailable, UnusableDatabase } from './errors.ts';
import { locks, withAdvisoryLock } from './transaction.ts';

/**
 * The files of the schema, in the order in which they are applied. Together they are the first migration. Each change
 * of a published schema is a numbered file beside them, from `002-….sql`.
 */
const SCHEMA = [
  ...['keys', 'accounts', 'events', 'volunteers', 'leads', 'lead-counts', 'sponsors', 'prizes'],
  ...['draws', 'live', 'audit', 'imports', 'webhooks', 'mail', 'server'],
] as const;

export interface Schema {
  directory: URL;
  files: readonly string[];
}

/**
 * The schema beside this code. The build copies the files beside the compiled code, so that code never applies the
 * schema of another version.
 */
export const ourSchema: Schema = { directory: new URL('schema/', import.meta.url), files: SCHEMA };

const CREATE_TABLE = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`;

interface Migration {
  name: string;
  checksum: string;
  /** SQL that applies the migration and records it. */
  script: string;
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

/** Migrates the database to the current schema. If several servers start at once, one of them migrates. */
export async function migrate(
  db: Database,
  schema: Schema = ourSchema,
  log?: { info(message: string): void },
): Promise<void> {
  const migrations = await readMigrations(schema);
  await withAdvisoryLock(db, 'migration', async (connection) => {
    await connection.query(CREATE_TABLE);
    const applied = await readApplied(onConnection(connection));
    checkApplied(migrations, applied);
    for (const { name, script } of migrations.slice(applied.length)) {
      await connection.query(script).catch((cause) => {
        if (isDatabaseUnavailable(cause)) throw cause;
        throw new UnusableDatabase(`Migration ${name} failed: ${cause.message}`, { cause });
      });
      log?.info(`Migration ${name} is applied`);
    }
  });
}

/** The number of migrations that the next start will apply; throws if that start would fail. Changes nothing. */
export async function countPendingMigrations(db: Database): Promise<number> {
  const migrations = await readMigrations(ourSchema);
  if (!(await isMigrated(db))) return 0;
  const applied = await readApplied(db);
  checkApplied(migrations, applied);
  return migrations.length - applied.length;
}

function readApplied(db: Db): Promise<Applied[]> {
  return db.query(sql`select name, checksum from migrations order by number`);
}

/** True if any version of Drawbridge has used this database. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { found } = await db.queryOne<{ found: boolean }>(
    sql`select to_regclass('migrations') is not null as found`,
  );
  return found;
}

/** The number of the last applied migration. */
export async function readMigrationNumber(db: Db): Promise<number> {
  const { number } = await db.queryOne<{ number: number }>(
    sql`select max(number) as number from migrations`,
  );
  return number;
}

/**
 * Creates the schema, in the caller's transaction. `check` ensures that the database is empty; no server can migrate it
 * meanwhile. Returns false, without any effect, if these migrations would create another schema.
 */
export async function createSchema(
  connection: pg.ClientBase,
  expected: readonly Applied[],
  check: () => Promise<void>,
): Promise<boolean> {
  const migrations = await readMigrations(ourSchema);
  const describe = (all: readonly Applied[]) => all.map(({ checksum }) => checksum).join();
  if (describe(migrations) !== describe(expected)) return false;
  await connection.query(`select pg_advisory_xact_lock(${locks.migration})`);
  await check();
  await connection.query(CREATE_TABLE);
  for (const { script } of migrations) await connection.query(script);
  return true;
}

async function readMigrations({ directory, files }: Schema): Promise<Migration[]> {
  const read = (name: string) => readFile(new URL(name, directory), 'utf8');
  const names = files.map((name) => `${name}.sql`);
  const later = (await readdir(directory))
    .filter((name) => name.endsWith('.sql') && !names.includes(name))
    .sort();
  const texts = [
    { name: '001-schema', text: (await Promise.all(names.map(read))).join('\n') },
    ...(await Promise.all(later.map(async (name) => ({ name, text: await read(name) })))),
  ];
  return texts.map(({ name, text }, index) => {
    const number = index + 1;
    if (index > 0 && Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]) !== number) {
      throw new UnusableDatabase(`Migration ${name} should be number ${number}`);
    }
    const checksum = createHash('sha256').update(text).digest('hex');
    const script = `
      insert into migrations (number, name, checksum) values (${number}, '${name}', '${checksum}');
      ${text}`;
    return { name, checksum, script };
  });
}

function checkApplied(known: Migration[], applied: readonly Applied[]): void {
  for (const [index, row] of applied.entries()) {
    const ours = known[index];
    if (!ours) {
      throw new UnusableDatabase(
        `The database is newer than this version of Drawbridge: it has migration ${row.name}`,
      );
    }
    if (row.checksum !== ours.checksum) {
      throw new UnusableDatabase(
        `Migration ${row.name} was changed after it had been applied: restore the original file`,
      );
    }
  }
}
