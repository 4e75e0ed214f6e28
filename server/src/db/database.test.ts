import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../failure.ts';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { poolSizeFor, requireSupported } from './database.ts';

let database: TestDatabase;
let sql: TestSql;

beforeEach(async () => {
  database = await createDatabase('empty');
  sql = connectSql(database.target, { max: 1 });
});

afterEach(async () => {
  await sql.end();
  await database.drop();
});

/** What new connections to this database are given. */
async function setForDatabase(name: string, value: string): Promise<void> {
  await sql.unsafe(`alter database ${database.name} set ${name} = ${value}`);
  await sql.end();
  sql = connectSql(database.target, { max: 1 });
  expect(await sql`select current_setting(${name}) as value`).toEqual([{ value }]);
}

/** What the operator would read; undefined when the database will do. */
async function problem(allowUnsafe: boolean): Promise<string | undefined> {
  try {
    await requireSupported(sql, allowUnsafe);
    return undefined;
  } catch (error) {
    return explainFailure(error);
  }
}

describe('a database', () => {
  it('with nothing switched off will do', async () => {
    expect(await problem(false)).toBeUndefined();
  });

  it('that acknowledges before it has written is refused in one line', async () => {
    await setForDatabase('synchronous_commit', 'off');
    expect(await problem(false)).toBe(
      'The database has synchronous_commit off and could lose leads: ' +
        'turn it on, or set ALLOW_UNSAFE_DATABASE=on',
    );
  });

  it('that acknowledges before it has written will do when it is allowed', async () => {
    await setForDatabase('synchronous_commit', 'off');
    expect(await problem(true)).toBeUndefined();
  });

  it.each(['on', 'local', 'remote_write', 'remote_apply'])(
    'with synchronous_commit = %s will do',
    async (value) => {
      await setForDatabase('synchronous_commit', value);
      expect(await problem(false)).toBeUndefined();
    },
  );
});

it.skipIf(process.env.TEST_DATABASE_URL)('our own PostgreSQL waits for the disk', async () => {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes'];
  const settings = await sql`
    select name, setting from pg_settings where name = any(${names}) order by name`;
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

describe('the pools of several processes', () => {
  let limit: number;
  beforeEach(async () => {
    const [row] = await sql<[{ limit: number }]>`
      select current_setting('max_connections')::int as limit`;
    limit = row.limit;
  });

  it('are large when the processes are few', async () => {
    expect(await poolSizeFor(sql, 2)).toBe(10);
  });

  it('share what PostgreSQL allows, each with a listener beside its pool', async () => {
    const processes = Math.floor((limit - 8) / 10);
    expect(await poolSizeFor(sql, processes)).toBe(9);
  });

  it('are refused when there is no room for all, with what they would need', async () => {
    const processes = Math.floor((limit - 8) / 9) + 1;
    await expect(poolSizeFor(sql, processes)).rejects.toThrow(
      `PostgreSQL allows ${limit} connections (max_connections), and ${processes} server processes ` +
        `need ${processes * 9 + 8}. Raise it, or set WORKERS to fewer.`,
    );
  });
});
