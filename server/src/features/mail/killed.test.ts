import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ADMIN } from '../../test/accounts.ts';
import { databaseSettings } from '../../test/api.ts';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { createEvent, submitLead } from '../../test/fixtures.ts';
import { mailSettings, startMailServer } from '../../test/mail-server.ts';
import { startServer } from '../../test/process.ts';
import { connectSql, type TestSql } from '../../test/sql.ts';
import { PATIENTLY } from '../../test/standstill.ts';

let database: TestDatabase;
let sql: TestSql;
beforeAll(async () => {
  database = await createDatabase('schema and administrator');
  sql = connectSql(database.target, { max: 2 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('mail of a server that is killed while it sends is sent by the next one, under the same id', async () => {
  // The first one never answers the end of the message, so nobody knows whether it took it.
  let ready = false;
  const heads: string[] = [];
  const post = await startMailServer({
    onData(stream, _session, done) {
      let head = '';
      stream.on('data', (chunk: Buffer) => {
        head += chunk;
      });
      stream.on('end', () => {
        heads.push(/^message-id: (.*)$/im.exec(head)?.[1]?.trim() ?? '');
        if (ready) done();
      });
    },
  });
  const env = { ...databaseSettings(database.target), ...mailSettings(post.url) };
  const first = await startServer(env);
  const admin = await first.client.signIn(ADMIN);
  const { id } = await createEvent(admin, { receipts: true });
  await submitLead(first.client, id);
  await vi.waitFor(() => expect(heads).toHaveLength(1), PATIENTLY);
  await first.kill();

  ready = true;
  const second = await startServer(env);
  // It would become due by itself after two minutes.
  await sql`update mails set due_at = now()`;
  await vi.waitFor(async () => {
    expect(await sql`select from mails where state = 'sent'`).toHaveLength(1);
  }, PATIENTLY);
  expect(heads[0]).toMatch(/^<[0-9a-f-]{36}@harbour\.example>$/);
  expect(heads).toEqual([heads[0], heads[0]]);
  expect(await second.stop()).toBe(0);
  await post.close();
});
