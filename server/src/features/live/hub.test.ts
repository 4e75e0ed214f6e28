import { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { connectSql, type TestSql } from '../../test/sql.ts';
import { LiveHub } from './hub.ts';
import { Reader } from './reader.ts';

const eventId = '00000000-0000-4000-8000-000000000000';

// A database in which nothing can be read: it has no tables.
let database: TestDatabase;
let sql: TestSql;
beforeAll(async () => {
  database = await createDatabase('empty');
  sql = connectSql(database.target);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('a room that cannot be opened is told to who wants in, and ends nothing else', async () => {
  const hub = new LiveHub(sql, createLog('silent'));
  const reader = new Reader(new ServerResponse({ method: 'GET' } as never), () => {});
  const joining = hub.join(eventId, reader, undefined);
  const leaving = hub.leave(eventId, reader);
  const closing = hub.close();
  await expect(joining).rejects.toThrow('does not exist');
  await expect(leaving).resolves.toBeUndefined();
  await expect(closing).resolves.toBeUndefined();
});
