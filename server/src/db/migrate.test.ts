import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../core/failure.ts';
import { checkIntegrity } from '../operations/backup/integrity.ts';
import { fillDatabase } from '../operations/demo/fill.ts';
import { createDatabase, type TestDatabase } from '../test/database/database.ts';
import { connectSql, type TestSql } from '../test/database/sql.ts';
import { migrate, ourSchema } from './migrate.ts';

let database: TestDatabase;
let sql: TestSql;
let directory: string;

beforeEach(async () => {
  database = await createDatabase('empty');
  sql = connectSql(database.target);
  directory = await mkdtemp(join(tmpdir(), 'drawbridge-migrations-'));
});

afterEach(async () => {
  await sql.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const migrateHere = (as = sql, files: readonly string[] = ['fruit']) =>
  migrate(as, { directory: pathToFileURL(`${directory}/`), files });
const write = (name: string, text: string) => writeFile(join(directory, name), text);

const first = "create table fruit (name text);\ninsert into fruit values ('apple');\n";
const second = "alter table fruit add column colour text;\ninsert into fruit values ('pear');\n";

async function writeTwo(): Promise<void> {
  await write('fruit.sql', first);
  await write('002-colours.sql', second);
}

const readApplied = () =>
  sql<{ number: number; name: string; appliedAt: string }[]>`
    select number, name, applied_at, xmin::text from migrations order by number`;
const readFruit = async () =>
  (await sql<{ name: string }[]>`select name from fruit order by name`).map(({ name }) => name);

/** The message for the operator. */
async function refusalOf(work: Promise<void>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return explainFailure(error);
  }
  throw new Error('It was not refused');
}

describe('the schema of Drawbridge', () => {
  it('is made once by twenty servers that start together, and left alone by a later start', async () => {
    const servers = Array.from({ length: 20 }, () => connectSql(database.target, { max: 1 }));
    try {
      // Connected beforehand, so that they really start together.
      await Promise.all(servers.map((server) => server`select 1`));
      await Promise.all(servers.map((server) => migrate(server)));
    } finally {
      await Promise.all(servers.map((server) => server.end()));
    }
    const applied = await readApplied();
    expect(applied.map(({ name }) => name)).toEqual(['001-schema']);
    await migrate(sql);
    expect(await readApplied()).toEqual(applied);
  });

  it('reads numbers of four bytes, and makes random bytes of which every bit varies', async () => {
    await migrate(sql);
    for (const number of [0, 1, 255, 256, 65_535, 65_536, 99_999, 16_777_216, 2_147_483_647]) {
      const [row] = await sql`
        select u32_at('\\xff'::bytea || int4send(${number}) || '\\xff', 1) as read`;
      expect(row).toEqual({ read: number });
    }
    const rows = await sql<{ bytes: Buffer }[]>`
      select random_bytes_16() as bytes from generate_series(1, 64)`;
    const [ones, zeros] = [Buffer.alloc(16), Buffer.alloc(16, 255)];
    for (const { bytes } of rows) {
      for (const [index, byte] of bytes.entries()) {
        ones[index] = (ones[index] ?? 0) | byte;
        zeros[index] = (zeros[index] ?? 0) & byte;
      }
    }
    expect([ones, zeros]).toEqual([Buffer.alloc(16, 255), Buffer.alloc(16)]);
  });
});

describe('the first change of the published schema', () => {
  /** Fills a migrated database, and writes a second migration beside those of our schema. */
  async function changeFilled(change: string): Promise<void> {
    await migrate(sql);
    await sql`insert into users (username, password_hash, role) values ('admin', 'x', 'admin')`;
    const [{ id: adminId }] = await sql<[{ id: string }]>`select id from users`;
    await fillDatabase(sql, { adminId, password: 'drawbridge', now: new Date() });
    await cp(ourSchema.directory, directory, { recursive: true });
    await write('002-colours.sql', change);
  }
  const countLeads = async () => (await sql`select from leads`).length;

  it('is applied to a filled database, which keeps its contents', async () => {
    await changeFilled(`
      alter table leads add column colour text not null default 'green';
      update leads set colour = 'red' where status = 'verified';
      create index leads_by_colour on leads (colour);`);
    const before = await countLeads();
    await migrateHere(sql, ourSchema.files);
    expect(await countLeads()).toBe(before);
    const colours = await sql`
      select colour, count(*) > 0 as some from leads group by colour order by colour`;
    expect(colours).toEqual([
      { colour: 'green', some: true },
      { colour: 'red', some: true },
    ]);
    expect((await readApplied()).map(({ name }) => name)).toEqual([
      '001-schema',
      '002-colours.sql',
    ]);
    expect((await checkIntegrity(sql)).problems).toEqual([]);
  });

  it('leaves nothing behind in a filled database if it fails half-way', async () => {
    await changeFilled(`
      alter table leads add column colour text not null default 'green';
      delete from audit_log_of_nobody;`);
    const before = await countLeads();
    expect(await refusalOf(migrateHere(sql, ourSchema.files))).toBe(
      'Migration 002-colours.sql failed: relation "audit_log_of_nobody" does not exist',
    );
    expect(await countLeads()).toBe(before);
    expect(await sql`select from pg_attribute where attname = 'colour'`).toEqual([]);
    expect((await readApplied()).map(({ name }) => name)).toEqual(['001-schema']);
    expect((await checkIntegrity(sql)).problems).toEqual([]);
  });
});

describe('migrations', () => {
  it('are applied once each, and new ones after the old', async () => {
    await write('fruit.sql', first);
    await migrateHere();
    expect(await readFruit()).toEqual(['apple']);
    const [applied] = await readApplied();

    await write('002-colours.sql', second);
    await migrateHere();
    await migrateHere();
    expect(await readFruit()).toEqual(['apple', 'pear']);
    const rows = await readApplied();
    expect(rows[0]).toEqual(applied);
    expect(rows.map(({ number, name }) => [number, name])).toEqual([
      [1, '001-schema'],
      [2, '002-colours.sql'],
    ]);
  });

  it('are applied once when twenty ask over the same pool', async () => {
    await writeTwo();
    await Promise.all(Array.from({ length: 20 }, () => migrateHere()));
    expect(await readFruit()).toEqual(['apple', 'pear']);
    expect(await readApplied()).toHaveLength(2);
  });

  it('begin with the files of the schema, in the order of their list', async () => {
    await write('fruit.sql', first);
    await write('basket.sql', 'create table basket as select name from fruit;');
    await write('README.md', 'no migration');
    await migrateHere(sql, ['fruit', 'basket']);
    expect(await sql`select name from basket`).toEqual([{ name: 'apple' }]);
    expect((await readApplied()).map(({ name }) => name)).toEqual(['001-schema']);
  });

  it('that fail leave no trace, and those before them stay', async () => {
    await writeTwo();
    await write(
      '003-vegetables.sql',
      "create table vegetable (name text);\ninsert into fruit values ('tomato');\nselect 1 / 0;",
    );
    await write('004-never.sql', 'create table never (name text);');

    await expect(migrateHere()).rejects.toThrow('division by zero');

    expect(await readFruit()).toEqual(['apple', 'pear']);
    expect((await readApplied()).map(({ number }) => number)).toEqual([1, 2]);
    const [left] = await sql`
      select to_regclass('vegetable') as vegetable, to_regclass('never') as never`;
    expect(left).toEqual({ vegetable: null, never: null });

    // Another server can continue as soon as the file is corrected: no lock remains.
    await write('003-vegetables.sql', 'create table vegetable (name text);');
    const other = connectSql(database.target, { max: 1 });
    await migrateHere(other);
    await other.end();
    expect((await readApplied()).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('that are cut off in the middle leave no trace either', async () => {
    await write('fruit.sql', `${first}select pg_terminate_backend(pg_backend_pid());`);
    const unlucky = connectSql(database.target, { max: 1 });
    expect(await refusalOf(migrateHere(unlucky))).toMatch(/^The database cannot be reached: /);
    await unlucky.end({ graceMs: 0 });
    expect(await sql`select to_regclass('fruit') as fruit`).toEqual([{ fruit: null }]);

    await write('fruit.sql', first);
    await migrateHere();
    expect(await readFruit()).toEqual(['apple']);
    expect(await readApplied()).toHaveLength(1);
  });
});

describe('refusals, in one line each', () => {
  it('a file that was changed after it had been applied', async () => {
    await writeTwo();
    await migrateHere();
    await write('fruit.sql', first.replace('apple', 'quince'));
    await write('003-more.sql', 'create table more (name text);');

    expect(await refusalOf(migrateHere())).toBe(
      'Migration 001-schema was changed after it had been applied: restore the original file',
    );
    expect(await readFruit()).toEqual(['apple', 'pear']);
    expect(await readApplied()).toHaveLength(2);

    await write('fruit.sql', first);
    await migrateHere();
    expect(await readApplied()).toHaveLength(3);
  });

  it('a database that is newer than this code', async () => {
    await writeTwo();
    await migrateHere();
    await rm(join(directory, '002-colours.sql'));

    expect(await refusalOf(migrateHere())).toBe(
      'The database is newer than this version of Drawbridge: it has migration 002-colours.sql',
    );
    expect(await readFruit()).toEqual(['apple', 'pear']);
  });

  it('files that are not numbered one after the other', async () => {
    const refused: Record<string, string> = {};
    await write('fruit.sql', first);
    for (const names of [
      ['001-a.sql'],
      ['003-c.sql'],
      ['002-a.sql', '002-b.sql'],
      ['more.sql'],
      ['2-b.sql'],
    ]) {
      for (const name of names) await write(name, `create table t${names.indexOf(name)} ();`);
      refused[names.join()] = await refusalOf(migrateHere());
      for (const name of names) await rm(join(directory, name));
    }
    expect(refused).toEqual({
      '001-a.sql': 'Migration 001-a.sql should be number 2',
      '003-c.sql': 'Migration 003-c.sql should be number 2',
      '002-a.sql,002-b.sql': 'Migration 002-b.sql should be number 3',
      'more.sql': 'Migration more.sql should be number 2',
      '2-b.sql': 'Migration 2-b.sql should be number 2',
    });
    const [left] = await sql`select to_regclass('t0') as t0, to_regclass('t1') as t1`;
    expect(left).toEqual({ t0: null, t1: null });
  });
});
