import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connect, type Database } from './client.ts';
import { PIECE_BYTES, withLargeValue } from './large-value.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let sql: Database;
beforeAll(async () => {
  database = await createDatabase('schema and administrator');
  sql = connect(database.target);
  await sql`create table kept (bytes bytea)`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it.each([
  ['nothing', 0],
  ['one piece', PIECE_BYTES],
  ['a byte more than that', PIECE_BYTES + 1],
  ['many pieces', 20 * PIECE_BYTES],
])('%s arrives as it was, and no piece is left', async (_, length) => {
  const bytes = randomBytes(length);
  await sql`truncate kept`;
  await inTransaction(sql, (tx) =>
    withLargeValue(tx, bytes, (value) => tx`insert into kept values (${value})`),
  );

  const [row] = await sql<[{ bytes: Buffer }]>`select bytes from kept`;
  expect(row.bytes.equals(bytes)).toBe(true);
  expect((await sql`select from large_value_pieces`).count).toBe(0);
});
