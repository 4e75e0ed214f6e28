import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase } from '../test/database/database.ts';
import { connectSql } from '../test/database/sql.ts';
import { LONG_TIMEOUT } from '../test/fakes/until-blocked.ts';
import { listen } from './listen.ts';

const database = await createDatabase('empty');
const sql = connectSql(database.target, { max: 1 });
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('can be stopped before it has begun', async () => {
  const listener = listen(sql, 'news', { onNotification: () => {}, onListening: () => {} });
  await expect(listener.stop()).resolves.toBeUndefined();
});

it('receives notifications until it is stopped', async () => {
  const heard: string[] = [];
  let reportMessage = () => {};
  const told = new Promise<void>((resolve) => {
    reportMessage = resolve;
  });
  await new Promise<void>((resolve) => {
    const listener = listen(sql, 'news', {
      onNotification: (payload) => {
        heard.push(payload);
        void listener.stop().then(reportMessage);
      },
      onListening: resolve,
    });
  });
  await sql`select pg_notify('news', 'first')`;
  await told;
  await sql`select pg_notify('news', 'second')`;
  expect(heard).toEqual(['first']);
});

it('listens again after its connection was lost', async () => {
  const heard: string[] = [];
  let listening = 0;
  const listener = listen(sql, 'news', {
    onNotification: (payload) => heard.push(payload),
    onListening: () => {
      listening += 1;
    },
  });
  onTestFinished(() => listener.stop());
  for (let time = 1; time <= 3; time++) {
    await vi.waitUntil(() => listening === time, LONG_TIMEOUT);
    await sql`select pg_notify('news', ${`message ${time}`})`;
    await vi.waitUntil(() => heard.length === time, LONG_TIMEOUT);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
  }
  expect(heard).toEqual(['message 1', 'message 2', 'message 3']);
});
