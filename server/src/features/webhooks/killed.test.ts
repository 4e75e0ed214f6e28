import { newWebhook } from '@drawbridge/contract/programs/webhooks';
import { afterAll, expect, it, vi } from 'vitest';
import { ADMIN } from '../../test/accounts.ts';
import { databaseSettings, startApi } from '../../test/api.ts';
import { createDatabase } from '../../test/database.ts';
import { createEvent, newContact } from '../../test/fixtures.ts';
import { startServer } from '../../test/process.ts';
import { startReceiver } from '../../test/receiver.ts';
import { connectSql } from '../../test/sql.ts';
import { PATIENTLY } from '../../test/standstill.ts';

const KILLS = 5;
const ENTRIES = 12;

const database = await createDatabase('schema and administrator');
const sql = connectSql(database.target, { max: 2 });
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('a server that is killed five times while entries come in loses none of what it was to tell', async () => {
  // Until the end, every third message is never answered, so that the kill leaves it half-way.
  let ready = false;
  const crm = await startReceiver((_, response) => {
    if (ready || crm.received.length % 3 > 0) response.end();
  });
  const acknowledged: string[] = [];
  let eventId = '';
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer({
      ...databaseSettings(database.target),
      WEBHOOKS_TO_PRIVATE: 'on',
    });
    if (kill === 0) {
      const admin = await server.client.signIn(ADMIN);
      eventId = (await createEvent(admin)).id;
      const hook = { url: crm.url, kinds: ['lead.created'], currentPassword: ADMIN.password };
      (await admin.post('/api/webhooks', hook)).as(newWebhook);
    }
    const before = crm.received.length;
    const entries = Array.from({ length: ENTRIES }, async () => {
      const lead = { id: crypto.randomUUID(), eventId, ...newContact() };
      const answer = await server.client.post('/api/leads/public', lead).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(lead.id);
    });
    await vi.waitFor(() => expect(crm.received.length).toBeGreaterThan(before), PATIENTLY);
    await server.kill();
    await Promise.all(entries);
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  ready = true;
  const survivor = await startApi({ WEBHOOKS_TO_PRIVATE: 'on' }, undefined, {
    beside: { database },
    oneProcess: 'was not killed',
  });
  const told = () => new Set(crm.received.map(({ message }) => Object(message.data).id));
  await vi.waitFor(async () => {
    // What the dead had taken is due again later, which would take half a minute.
    await sql`update deliveries set due_at = now() where state = 'waiting' and due_at > now()`;
    const leads = await sql<{ id: string }[]>`select id from leads`;
    expect(leads.length).toBeGreaterThanOrEqual(acknowledged.length);
    for (const { id } of leads) expect(told()).toContain(id);
  }, PATIENTLY);
  for (const id of acknowledged) expect(told()).toContain(id);
  await survivor.close();
  crm.close();
});
