import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../failure.ts';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { requireSupportedDatabase } from './requirements.ts';

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
    await requireSupportedDatabase(sql, { allowUnsafe });
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
