import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connect, type Database } from './client.ts';

let database: TestDatabase;
let other: Database;
beforeAll(async () => {
  database = await createDatabase('empty');
  other = connect(database.target, { max: 1 });
});
afterAll(async () => {
  await other.end();
  await database.drop();
});

const pidOf = async (sql: Database) =>
  (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;

/** Ends the only connection of a pool, and gives it a statement at the moment it learns of that. */
async function loseConnection(sql: Database): Promise<unknown> {
  const pid = await pidOf(sql);
  await other`select pg_terminate_backend(${pid}, 5000)`;
  // The end may be there and not read yet. It is in the next turn of the loop, before its immediates.
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(() => sql`select 1`.then(resolve, resolve)));
  });
}

describe('a pool that has lost its connection', () => {
  it('has another for the next statement', async () => {
    const sql = connect(database.target, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 1 }));
    for (let time = 0; time < 5; time++) {
      await loseConnection(sql);
      expect(await pidOf(sql)).toBeGreaterThan(0);
    }
  });

  it('is a new one, which knows nothing of what the old one was about to send', async () => {
    const sql = connect(database.target, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 1 }));
    const before = sql.options;
    await sql`select`;
    expect(sql.options).toBe(before);
    await loseConnection(sql);
    await vi.waitUntil(() => sql.options !== before);
    expect(await pidOf(sql)).toBeGreaterThan(0);
  });

  it('still knows the types of arrays, and asks for them no more', async () => {
    const sql = connect(database.target, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 1 }));
    await loseConnection(sql);
    expect(await sql`select ${['a', 'b"c']}::text[] as list`).toEqual([{ list: ['a', 'b"c'] }]);
    expect(sql.options).toMatchObject({ fetch_types: false });
  });
});
