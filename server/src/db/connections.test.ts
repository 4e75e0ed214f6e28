import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { poolSizeFor } from './connections.ts';

let database: TestDatabase;
let sql: TestSql;
let limit: number;
beforeAll(async () => {
  database = await createDatabase('empty');
  sql = connectSql(database.target, { max: 1 });
  const [row] = await sql<[{ limit: number }]>`
    select current_setting('max_connections')::int as limit`;
  limit = row.limit;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('a few processes have a large pool each', async () => {
  expect(await poolSizeFor(sql, 2)).toBe(10);
});

it('many share what PostgreSQL allows, each with a listener beside its pool', async () => {
  const processes = Math.floor((limit - 8) / 10);
  expect(await poolSizeFor(sql, processes)).toBe(9);
});

it('more than it has room for are refused, with what they would need', async () => {
  const processes = Math.floor((limit - 8) / 9) + 1;
  await expect(poolSizeFor(sql, processes)).rejects.toThrow(
    `PostgreSQL allows ${limit} connections (max_connections), and ${processes} server processes ` +
      `need ${processes * 9 + 8}. Raise it, or set WORKERS to fewer.`,
  );
});
