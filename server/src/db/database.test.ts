import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../core/failure.ts';
import { inDatabase } from '../test/database/cluster.ts';
import { createDatabase, type TestDatabase } from '../test/database/database.ts';
import { connectSql, type TestSql } from '../test/database/sql.ts';
import type { ConnectionTarget } from './connection.ts';
import { requireSupported } from './database.ts';

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

/** Sets a setting for new connections to this database. */
async function setForDatabase(name: string, value: string): Promise<void> {
  await sql.unsafe(`alter database ${database.name} set ${name} = ${value}`);
  await sql.end();
  sql = connectSql(database.target, { max: 1 });
  expect(await sql`select current_setting(${name}) as value`).toEqual([{ value }]);
}

/** The message for the operator; undefined if the database is acceptable. */
async function problem(allowUnsafe: boolean): Promise<string | undefined> {
  try {
    await requireSupported(sql, allowUnsafe);
    return undefined;
  } catch (error) {
    return explainFailure(error);
  }
}

describe('a database', () => {
  it('that acknowledges before it has written is refused in one line, unless it is allowed', async () => {
    expect(await problem(false)).toBeUndefined();
    await setForDatabase('synchronous_commit', 'off');
    expect(await problem(false)).toBe(
      'The database has synchronous_commit off and could lose leads: ' +
        'turn it on, or set ALLOW_UNSAFE_DATABASE=on',
    );
    expect(await problem(true)).toBeUndefined();
    for (const value of ['local', 'remote_write']) {
      await setForDatabase('synchronous_commit', value);
      expect(await problem(false)).toBeUndefined();
    }
  });

  it('with another owner or encoding is refused in one line', async () => {
    const { name, target } = database;
    const reconnect = async (changed: ConnectionTarget) => {
      await sql.end();
      sql = connectSql(changed, { max: 1 });
    };
    if (typeof target !== 'string') {
      const role = `${name}_guest`;
      await sql.unsafe(`create role ${role} login`);
      await reconnect({ ...target, user: role });
      expect(await problem(false)).toBe(
        `The account ${role} may not create tables in the database ${name}: ` +
          `run 'alter database ${name} owner to ${role}'`,
      );
      await reconnect(target);
      await sql.unsafe('create table migrations ()');
      await reconnect({ ...target, user: role });
      expect(await problem(false)).toBe(
        `The tables in the database ${name} belong to ${target.user}, not to ${role}`,
      );
      await reconnect(target);
      await sql.unsafe(`drop role ${role}`);
    }
    await sql.unsafe(
      `create database ${name}_latin template template0 encoding 'LATIN1' locale 'C' strategy file_copy`,
    );
    await reconnect(inDatabase(target, `${name}_latin`));
    expect(await problem(false)).toBe(
      `The database ${name}_latin has the encoding LATIN1: create it with encoding 'UTF8'`,
    );
    await reconnect(target);
    await sql.unsafe(`drop database ${name}_latin`);
  });
});
