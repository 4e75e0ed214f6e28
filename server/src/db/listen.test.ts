import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { listen } from './listen.ts';

let database: TestDatabase;
let sql: TestSql;
beforeAll(async () => {
  database = await createDatabase('empty');
  sql = connectSql(database.target, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('can be stopped before it has begun', async () => {
  const listener = listen(sql, 'news', { onNotification: () => {}, onListening: () => {} });
  await expect(listener.stop()).resolves.toBeUndefined();
});

it('hears what is told, until it is stopped', async () => {
  const heard: string[] = [];
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await new Promise<void>((resolve) => {
    const listener = listen(sql, 'news', {
      onNotification: (payload) => {
        heard.push(payload);
        void listener.stop().then(tell);
      },
      onListening: resolve,
    });
  });
  await sql`select pg_notify('news', 'first')`;
  await told;
  await sql`select pg_notify('news', 'second')`;
  expect(heard).toEqual(['first']);
});
