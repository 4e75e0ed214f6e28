import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretOf } from '../../../scripts/release/sample.mjs';
import { createApp } from '../app.ts';
import { migrate } from '../db/migrate.ts';
import { fillDatabase } from '../demo/fill.ts';
import { keepConsents } from '../features/consent.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { inDatabase } from '../test/cluster.ts';
import { createDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import type { Manifest } from './archive.ts';
import { restoreBackup, writeBackup } from './file.ts';
import { checkIntegrity } from './integrity.ts';
import { type Columns, copyTarget } from './tables.ts';

/** A PostgreSQL server of another version than the embedded one, where databases may be created. */
const OTHER_SERVER = process.env.TEST_OTHER_DATABASE_URL ?? '';

/** `npm run release` keeps a small backup of every version here. */
const RELEASES = fileURLToPath(new URL('../test/releases/', import.meta.url));
const releases = existsSync(RELEASES)
  ? readdirSync(RELEASES).filter((name) => name.endsWith('.tar.gz'))
  : [];
/** What migrations since then have changed on purpose, and restoring does: `table` or `table.column`. */
const changedOnPurpose = [
  ...['answered_requests', 'consent_notes', 'used_codes'],
  ...['events.draw_secret', 'events.live_version', 'events.last_record'],
  // The prize of a seal that is given up is the next one again.
  'events.stage_prize_id',
  // Tokens wait for an administrator.
  'sessions.confirmed',
];
/** Restoring adds to these that the record was set back, and makes an open seal void. */
const addedTo = ['draws', 'live_messages'];
const OPEN_SEAL = '\topen\t';

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

it('a backup of an older schema is migrated upward', async () => {
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
    expect((await namesOf(sql)).length).toBeGreaterThan(2);
    expect(await sql`select phone from leads order by phone`).toHaveLength(3);
    expect((await checkIntegrity(sql)).problems).toEqual([]);
  });
  await rm(path);
});

/** The rows of a file of PostgreSQL's `copy`, without what was changed on purpose. */
function rowsIn(text: string, { name, columns }: Columns): string[] {
  const isKept = (_value: string, index: number) =>
    !changedOnPurpose.includes(`${name}.${columns[index]}`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').filter(isKept).join('\t'))
    .sort();
}

it.each(releases)('the release %s is migrated, and keeps all its contents', async (name) => {
  await withEmpty(async (restored) => {
    const sample = join(RELEASES, name);
    await restoreBackup(restored, sample, undefined);
    const files = await unpackTar(gunzipSync(await readFile(sample)));
    const read = (file: string) =>
      Buffer.from(files.find(({ header }) => header.name === file)?.data ?? []).toString();
    const { tables }: Manifest = JSON.parse(read('manifest.json'));
    expect(tables.find((table) => table.name === 'leads')?.rows).toBe(12);
    for (const table of tables.filter((each) => !changedOnPurpose.includes(each.name))) {
      const now = await restored.withConnection((connection) =>
        text(connection.query(copyTo(`copy ${copyTarget(table)} to stdout`))),
      );
      const kept = rowsIn(read(`tables/${table.name}.copy`), table);
      expect(rowsIn(now, table)).toEqual(
        addedTo.includes(table.name)
          ? expect.arrayContaining(kept.filter((row) => !row.includes(OPEN_SEAL)))
          : kept,
      );
    }
    // The same wording stays the same version.
    const versions = () => restored`select id, consent_id from events order by id`;
    const before = await versions();
    await keepConsents(restored);
    expect(await versions()).toEqual(before);
    const { checked, problems } = await checkIntegrity(restored);
    expect(problems).toEqual([]);
    expect(checked.at(-1)).toMatch(/^[5-9] draws, voids and forfeits of 1 events/);
    await expectUsable(restored, await readFile(secretOf(sample), 'utf8'));
  });
});

/** A program that was given its token then still reads, once it is confirmed, the leads with their answers; visitors see prizes and draws. */
async function expectUsable(db: TestSql, secret: string): Promise<void> {
  const app = await createApp({
    db,
    settings: readSettings({}),
    log: createLog('error'),
    webDirectory: null,
  });
  const ask = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${secret}` } });
  const get = async (url: string) => (await ask(url)).json();
  const [event] = await db`select id from events`;
  expect((await ask('/api/events')).statusCode).toBe(401);
  await db`update sessions set confirmed = true`;
  const leads = await get(`/api/leads?eventId=${event?.id}`);
  expect(leads).toHaveLength(12);
  const { questions } = await get(`/api/events/${event?.id}`);
  const [company, rating] = questions.map(({ id }: { id: string }) => id);
  for (const { name, answers } of leads) {
    const [, number] = name.split(' ');
    expect(answers).toEqual({
      [company]: `Company ${number}`,
      [rating]: (Number(number) % 5) + 1,
    });
  }
  const prizes = await get(`/api/prizes?eventId=${event?.id}`);
  expect(prizes.map((prize: { name: string }) => prize.name).sort()).toEqual([
    ...['City bicycle', 'Tea set', 'Weekend in Bath'],
  ]);
  await app.close();
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
