import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connect, type Database } from './client.ts';
import { streamJsonArray } from './json-array.ts';

// One connection: whoever keeps it is noticed by the next.
let database: TestDatabase;
let sql: Database;
beforeAll(async () => {
  database = await createDatabase('empty');
  sql = connect(database.target, { max: 1 });
  await sql`create sequence made`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** How many rows PostgreSQL has made for the list. */
async function countMade(from: Database = sql): Promise<number> {
  const [row] = await from<[{ made: number }]>`
    select case when is_called then last_value::int else 0 end as made from made`;
  return row.made;
}

beforeEach(() => sql`select setval('made', 1, false)`);

const numbers = (count: number) =>
  streamJsonArray(sql, sql`select nextval('made') from generate_series(1, ${count})`);

it.each([0, 1, 499, 500, 501, 2345])('%i rows are one list in their order', async (count) => {
  expect(await json(numbers(count))).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  expect(await countMade()).toBe(count);
});

it('a reader who stops reading has nothing more made for them', async () => {
  const other = connect(database.target, { max: 1 });
  const stream = numbers(100_000);
  await once(stream, 'readable');
  // Until it has stood still for a hundred questions.
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

it('an error half-way reaches the reader, and the connection goes on', async () => {
  const stream = streamJsonArray(sql, sql`select 1 / (1200 - n) from generate_series(1, 2000) n`);
  await expect(json(stream)).rejects.toThrow('division by zero');
  expect(Object.keys(await sql`select 1`)).toEqual(['0']);
  expect(await json(numbers(3))).toEqual([1, 2, 3]);
});
