import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import statement from 'sql-template-tag';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '../../test/database/database.ts';
import { connectSql, type TestSql } from '../../test/database/sql.ts';
import { startRelay } from '../../test/fakes/relay.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { LISTS_AT_ONCE, streamJsonArray } from './json-array.ts';

// One connection, so that a list which does not release it blocks the next one.
const database = await createDatabase('empty');
const sql = connectSql(database.target, { max: 1 });
await sql`create sequence made`;
afterAll(async () => {
  // Connections killed by a test do not always end by themselves.
  await sql.end({ graceMs: 1000 });
  await database.drop();
});

/** The number of rows that PostgreSQL has produced for the list. */
async function countMade(from: TestSql = sql): Promise<number> {
  const [row] = await from<[{ made: number }]>`
    select case when is_called then last_value::int else 0 end as made from made`;
  return row.made;
}

beforeEach(() => sql`select setval('made', 1, false)`);

/**
 * Streams a series. It is one of a list of columns, because PostgreSQL would first build a whole table of a series in
 * `from`.
 */
const numbers = (count: number, options = {}) =>
  streamJsonArray(
    sql,
    'reader',
    statement`select nextval('made') from (select generate_series(1, ${count})) as series`,
    options,
  );

it.each([0, 1, 199, 200, 201, 2345])('%i rows are one list in their order', async (count) => {
  expect(await json(numbers(count))).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  expect(await countMade()).toBe(count);
});

it('a reader who stops reading has nothing more made for them', async () => {
  const other = connectSql(database.target, { max: 1 });
  const stream = numbers(100_000);
  await once(stream, 'readable');
  // Until the number has been stable for a hundred polls.
  let made = 0;
  for (let still = 0; still < 100; still++) {
    const now = await countMade(other);
    if (now > made) still = 0;
    made = now;
  }
  expect(made).toBeLessThan(10_000);
  stream.destroy();
  await other.end();
});

it('a reader who leaves gives the connection back', async () => {
  for (let reader = 0; reader < 3; reader++) {
    const stream = numbers(100_000);
    await once(stream, 'readable');
    stream.destroy();
  }
  expect(await countMade()).toBeLessThan(100_000);
});

it('a reader who leaves before the first rows are there ends the statement', async () => {
  const stream = streamJsonArray(sql, 'reader', statement`select pg_sleep(1000)::text`);
  const other = connectSql(database.target, { max: 1 });
  const sleeping = async () =>
    (
      await other`
        select from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`
    ).length;
  stream.read(0);
  await expect.poll(sleeping, LONG_TIMEOUT).toBe(1);
  stream.destroy();
  await expect.poll(sleeping, LONG_TIMEOUT).toBe(0);
  await other.end();
});

it('a reader who takes too long is dropped', async () => {
  const stream = numbers(100_000_000, { totalTimeoutMs: 20 }).resume();
  await once(stream, 'close').catch(() => {});
  expect(stream.errored?.message).toBe('The list is read too slowly');
  expect(await countMade()).toBeLessThan(100_000_000);
});

it('a connection that dies while its reader pauses takes only this list with it', async () => {
  const relay = await startRelay(database.target);
  const cable = connectSql(relay.target, { max: 1 });
  // The first chunk is more than the stream buffers, so only one more is read ahead.
  const stream = streamJsonArray(
    cable,
    'reader',
    statement`select repeat('1', 200) from generate_series(1, 100000)`,
  );
  await once(stream, 'readable');
  relay.cut();
  await once(stream, 'close').catch(() => {});
  expect(stream.errored).toBeTruthy();
  expect(await cable`select 1 as one`).toEqual([{ one: 1 }]);
  await cable.end({ graceMs: 1000 });
  relay.close();
});

it('a connection that dies just before the last answer takes only this list with it', async () => {
  // After the last row the driver closes its portal, and waits for the response to that.
  const relay = await startRelay(database.target, /C\0\0\0.PC_/s);
  const cable = connectSql(relay.target, { max: 1 });
  for (let list = 0; list <= LISTS_AT_ONCE; list++) {
    const rows = streamJsonArray(cable, 'reader', statement`select n from generate_series(1, 3) n`);
    await expect(json(rows)).rejects.toThrow('Connection terminated unexpectedly');
  }
  expect(await cable`select 1 as one`).toEqual([{ one: 1 }]);
  await cable.end({ graceMs: 1000 });
  relay.close();
});

it('more readers than there are places wait, and readers who have left take none', async () => {
  const several = connectSql(database.target);
  const open = (reader: string) =>
    streamJsonArray(several, reader, statement`select n from generate_series(1, 100000) n`);
  const openPaused = async (reader: string) => {
    const stream = open(reader);
    stream.read(0);
    await once(stream, 'readable');
    return stream;
  };
  const own = [await openPaused('one'), await openPaused('one')];
  // Another list of the same reader waits, and takes no slot from others.
  const third = open('one');
  third.read(0);
  const other = await openPaused('other');
  const gone = open('another');
  gone.read(0);
  gone.destroy();
  const waiting = json(open('another'));
  const [{ lists }] = await several<[{ lists: number }]>`
    select count(*)::int as lists from pg_stat_activity
    where datname = current_database() and query like '%generate_series%' and state = 'active'
      and pid <> pg_backend_pid()`;
  expect(lists).toBe(LISTS_AT_ONCE);
  other.destroy();
  expect(await waiting).toHaveLength(100_000);
  for (const stream of own) stream.destroy();
  expect(await json(third)).toHaveLength(100_000);
  await several.end();
});

it('an error half-way reaches the reader, and the connection goes on', async () => {
  const stream = streamJsonArray(
    sql,
    'reader',
    statement`select 1 / (1200 - n) from generate_series(1, 2000) n`,
  );
  await expect(json(stream)).rejects.toThrow('division by zero');
  expect(Object.keys(await sql`select 1`)).toEqual(['0']);
  expect(await json(numbers(3))).toEqual([1, 2, 3]);
});
