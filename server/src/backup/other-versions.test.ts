import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { fillDatabase } from '../demo/fill.ts';
import { inDatabase } from '../test/cluster.ts';
import { createDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { restoreBackup, writeBackup } from './file.ts';
import { checkIntegrity } from './integrity.ts';

/** A PostgreSQL server of another version than the embedded one, where databases may be created. */
const OTHER_SERVER = process.env.TEST_OTHER_DATABASE_URL ?? '';

/** `npm run release` keeps a small backup of every version here. */
const RELEASES = fileURLToPath(new URL('../test/releases/', import.meta.url));
const releases = existsSync(RELEASES) ? readdirSync(RELEASES) : [];

let path: string;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drawbridge-versions-'));
  path = join(directory, 'one.backup');
});
afterAll(() => rm(directory, { recursive: true }));

async function withEmpty<T>(work: (sql: TestSql) => Promise<T>): Promise<T> {
  const database = await createDatabase('empty');
  const sql = connectSql(database.target, { max: 2 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await database.drop();
  }
}

const namesOf = async (sql: TestSql) =>
  (await sql<{ name: string }[]>`select name from migrations order by number`).map(
    ({ name }) => name,
  );

/** Gives a database the schema of an older version, by our first migrations only. */
async function migrateTo(sql: TestSql, number: number): Promise<void> {
  const ours = new URL('../db/migrations/', import.meta.url);
  const copy = await mkdtemp(join(directory, 'migrations-'));
  for (const name of (await readdir(ours)).sort().slice(0, number)) {
    await copyFile(new URL(name, ours), join(copy, name));
  }
  await migrate(sql, pathToFileURL(`${copy}/`));
}

it('a backup of an older schema is restored as it was, and migrated upward', async () => {
  await withEmpty(async (old) => {
    await migrateTo(old, 2);
    await old`insert into users (username, password_hash, role) values ('admin', 'x', 'admin')`;
    await old`insert into events (name, date, location, country, created_by)
      select 'Fair', '2026-12-05', 'Hall', 'GB', id from users`;
    await old`insert into leads (event_id, name, phone, phone_key, phone_valid, fingerprint)
      select id, 'Guest', '0770090000' || n, '+44770090000' || n, true, sha256('')
      from events, generate_series(1, 3) n`;
    await writeBackup(old, path, undefined);
  });
  await withEmpty(async (sql) => {
    await restoreBackup(sql, path, undefined);
    expect(await namesOf(sql)).toHaveLength(2);
    await migrate(sql);
    expect((await namesOf(sql)).length).toBeGreaterThan(2);
    expect(await sql`select phone from leads order by phone`).toHaveLength(3);
    expect((await checkIntegrity(sql)).problems).toEqual([]);
  });
  await rm(path);
});

it.each(releases)('the release %s is migrated, and its leads and draws are kept', async (name) => {
  await withEmpty(async (sql) => {
    await restoreBackup(sql, join(RELEASES, name), undefined);
    const countAll = async () =>
      sql`select (select count(*)::int from leads) as leads, (select count(*)::int from prizes) as
        prizes, (select jsonb_agg(state order by number) from draws) as draws`;
    const before = await countAll();
    expect(before).toEqual([
      { leads: 12, prizes: 3, draws: ['drawn', 'forfeit', 'drawn', 'void', 'drawn', 'open'] },
    ]);

    await migrate(sql);
    expect(await countAll()).toEqual(before);
    const { checked, problems } = await checkIntegrity(sql);
    expect(problems).toEqual([]);
    expect(checked.at(-1)).toMatch(/^[5-9] draws, voids and forfeits of 1 events/);
  });
});

describe.skipIf(!OTHER_SERVER)('a backup of another version of PostgreSQL', () => {
  const name = `drawbridge_other_${process.pid}`;
  let maintenance: TestSql;
  let other: TestSql;
  beforeAll(async () => {
    maintenance = connectSql(OTHER_SERVER, { max: 1 });
    await maintenance.unsafe(`create database ${name}`);
    other = connectSql(inDatabase(OTHER_SERVER, name), { max: 2 });
  });
  afterAll(async () => {
    await other.end();
    await maintenance.unsafe(`drop database ${name} with (force)`);
    await maintenance.end();
  });

  const majorOf = async (sql: TestSql) =>
    Number(
      (await sql<[{ serverVersionNum: string }]>`show server_version_num`)[0].serverVersionNum,
    ) / 10000;
  const rowsOf = async (sql: TestSql) =>
    sql`select (select count(*) from leads) as leads, (select count(*) from draws) as draws,
      (select md5(string_agg(l::text, '' order by id)) from leads l) as leads_hash,
      (select md5(string_agg(d::text, '' order by event_id, number)) from draws d) as draws_hash`;

  it('is restored here, with every lead and draw', async () => {
    expect(Math.floor(await majorOf(other))).not.toBe(await withEmpty(majorOf).then(Math.floor));
    await migrate(other);
    await other`insert into users (username, password_hash, role) values ('admin', 'x', 'admin')`;
    const [{ id: adminId }] = await other<[{ id: string }]>`select id from users`;
    await fillDatabase(other, { adminId, password: 'drawbridge', now: new Date() });
    await writeBackup(other, path, undefined);
    const before = await rowsOf(other);
    await withEmpty(async (sql) => {
      await restoreBackup(sql, path, undefined);
      expect(await rowsOf(sql)).toEqual(before);
      expect((await checkIntegrity(sql)).problems).toEqual([]);
    });
    // And back again, into the other server.
    await other.unsafe('drop schema public cascade; create schema public');
    await restoreBackup(other, path, undefined);
    expect(await rowsOf(other)).toEqual(before);
  });
});
