import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DataDirectory,
  makeDataDirectory,
  runProgram,
  stopAll,
} from '../../scripts/lib/server-process.mjs';
import { SETTINGS_EXIT_CODE } from './failure.ts';
import { databaseSettings } from './test/api.ts';
import { createDatabase, type TestDatabase } from './test/database.ts';
import { startServer } from './test/process.ts';
import { connectSql, type TestSql } from './test/sql.ts';

async function refusalOf(env: Record<string, string>, exitCode = 1): Promise<string> {
  const command = runProgram('main', { env });
  expect(await command.ended).toBe(exitCode);
  return command.output.stderr;
}

describe('refusing to start', () => {
  let database: TestDatabase;
  let sql: TestSql;
  beforeAll(async () => {
    database = await createDatabase('schema and administrator');
    sql = connectSql(database.target, { max: 1 });
  });
  afterAll(async () => {
    await stopAll();
    await sql.end();
    await database.drop();
  });

  it('says one line for each bad setting, with an exit code that prevents a restart', async () => {
    const bad = { PORT: 'high', SESSION_HOURS: '0' };
    expect(await refusalOf(bad, SETTINGS_EXIT_CODE)).toBe(
      'PORT: must be a whole number from 0 to 65535\n' +
        'SESSION_HOURS: must be a whole number from 1 to 168\n',
    );
  });

  it('says in one line that a database server cannot be reached', async () => {
    const stderr = await refusalOf({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(stderr).toMatch(/^The database cannot be reached: .*ECONNREFUSED.*\n$/);
  });

  it('refuses a database that could lose leads in one line, unless a setting accepts it', async () => {
    const settings = databaseSettings(database.target);
    await sql.unsafe(`alter database ${database.name} set synchronous_commit to off`);
    expect(await refusalOf(settings)).toMatch(/^The database has synchronous_commit off .*\n$/);
    await startServer({ ...settings, ALLOW_UNSAFE_DATABASE: 'on' });
    await stopAll();
    await sql.unsafe(`alter database ${database.name} reset synchronous_commit`);
  });

  it('says in one line that the database is newer', async () => {
    await sql`insert into migrations values (999, '999-future.sql', 'x', now())`;
    expect(await refusalOf(databaseSettings(database.target))).toBe(
      'The database is newer than this version of Drawbridge: it has migration 999-future.sql\n',
    );
  });
});

describe('a command on a directory without a database', () => {
  let directory: DataDirectory;
  beforeAll(async () => {
    directory = await makeDataDirectory();
  });
  afterAll(() => directory.remove());

  it.each<['admin' | 'backup' | 'check', string[]]>([
    ['backup', ['new.backup']],
    ['check', []],
    ['admin', ['passwd', 'admin']],
  ])('refuses in one line, and makes none: %s %j', async (entry, args) => {
    const dataDir = join(directory.path, 'other');
    const command = runProgram(entry, { args, env: { DATA_DIR: dataDir } });
    expect(await command.ended).toBe(1);
    expect(command.output).toEqual({
      stdout: '',
      stderr: `There is no database in ${dataDir}: set DATA_DIR as for the server\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });
});
