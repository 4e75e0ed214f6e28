import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { inDatabase } from '../../test/database/cluster.ts';
import { createDatabase } from '../../test/database/database.ts';
import { connectSql, type TestSql } from '../../test/database/sql.ts';
import { fillDatabase } from '../demo/fill.ts';
import { restoreBackup, writeBackup } from './file.ts';
import { checkIntegrity } from './integrity.ts';

/** The URL of a PostgreSQL server of another version than the embedded one, on which databases may be created. */
const OTHER_SERVER = process.env.TEST_OTHER_DATABASE_URL ?? '';

let path: string;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drawbridge-versions-'));
  path = join(directory, 'one.tar.gz');
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
    sql`select (select count(*) from leads) as leads, (select count(*) from records) as records,
      (select md5(string_agg(l::text, '' order by id)) from leads l) as leads_hash,
      (select md5(string_agg(d::text, '' order by event_id, number)) from records d) as records_hash,
      (select md5(string_agg(r::text, '' order by event_id, number)) from rosters r) as rosters_hash,
      (select md5(string_agg(w::text, '' order by event_id, number, place)) from winners w) as winners_hash`;

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
    // Back again, into the other server.
    await other.unsafe('drop schema public cascade; create schema public');
    await restoreBackup(other, path, undefined);
    expect(await rowsOf(other)).toEqual(before);
  });
});
