import { newWebhook } from '@drawbridge/contract/outreach/webhooks';
import { afterAll, expect, it, vi } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { startServer } from '../database/process.ts';
import { connectSql } from '../database/sql.ts';
import { mailSettings, startMailServer } from '../fakes/mail-server.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { LONG_TIMEOUT } from '../fakes/until-blocked.ts';
import { ADMIN } from '../world/accounts.ts';
import { databaseSettings, startApi } from '../world/api.ts';
import { createEvent, newContact } from '../world/fixtures.ts';

const ENTRIES = 12;

const database = await createDatabase('schema and administrator');
const sql = connectSql(database.target, { max: 2 });
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('a server that is killed while entries come in loses none, nor what it was to tell and to mail', async () => {
  // Until the end, every third message and the end of every mail gets no response, so that the kill interrupts them.
  let ready = false;
  const crm = await startReceiver((_, response) => {
    if (ready || crm.received.length % 3 > 0) response.end();
  });
  const mailed: string[] = [];
  const post = await startMailServer({
    onData(stream, _session, done) {
      let head = '';
      stream.on('data', (chunk: Buffer) => {
        head += chunk;
      });
      stream.on('end', () => {
        mailed.push(/^message-id: (.*)$/im.exec(head)?.[1]?.trim() ?? '');
        if (ready) done();
      });
    },
  });
  const settings = { WEBHOOKS_TO_PRIVATE: 'on', ...mailSettings(post.url) };
  const acknowledged: string[] = [];
  const server = await startServer({ ...databaseSettings(database.target), ...settings });
  const admin = await server.client.signIn(ADMIN);
  const eventId = (await createEvent(admin, { receipts: true })).id;
  const hook = { url: crm.url, kinds: ['lead.created'], currentPassword: ADMIN.password };
  (await admin.post('/api/webhooks', hook)).as(newWebhook);
  const entries = Array.from({ length: ENTRIES }, async () => {
    const id = crypto.randomUUID();
    // Receipts are limited per mailbox.
    const lead = { id, eventId, ...newContact(), email: `guest@${id}.example` };
    const response = await server.client.post('/api/leads/public', lead).catch(() => undefined);
    if (response?.status === 201) acknowledged.push(lead.id);
  });
  await vi.waitFor(() => {
    expect(crm.received).not.toEqual([]);
    expect(mailed).not.toEqual([]);
  }, LONG_TIMEOUT);
  await server.kill();
  await Promise.all(entries);
  expect(acknowledged.length).toBeGreaterThan(0);
  const halfWay = [...mailed];
  ready = true;
  const survivor = await startApi(settings, undefined, {
    beside: { database },
    oneProcess: 'was not killed',
  });
  const results = () => new Set(crm.received.map(({ message }) => Object(message.data).id));
  await vi.waitFor(async () => {
    // Deliveries claimed by the killed server become due again later, which would take minutes.
    await sql`update deliveries set due_at = now() where state = 'waiting' and due_at > now()`;
    await sql`update mails set due_at = now() where state = 'waiting' and due_at > now()`;
    const leads = await sql<{ id: string }[]>`select id from leads`;
    for (const { id } of leads) expect(results()).toContain(id);
    expect(await sql`select from mails where state = 'sent'`).toHaveLength(leads.length);
  }, LONG_TIMEOUT);
  for (const id of acknowledged) expect(results()).toContain(id);
  // The same id, so that a mailbox may show the mail once.
  expect(halfWay[0]).toMatch(/^<[0-9a-f-]{36}@harbour\.example>$/);
  expect(mailed.slice(halfWay.length)).toEqual(expect.arrayContaining(halfWay));
  await survivor.close();
  crm.close();
  await post.close();
});
