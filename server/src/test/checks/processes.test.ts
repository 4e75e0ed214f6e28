import { randomUUID } from 'node:crypto';
import { ownLead } from '@drawbridge/contract/collecting/leads';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopAll } from '../../../../scripts/lib/server-process.mjs';
import { createDatabase, type TestDatabase } from '../database/database.ts';
import { connectSql, type TestSql } from '../database/sql.ts';
import { ADMIN } from '../world/accounts.ts';
import { startProcesses } from '../world/api.ts';
import { Client } from '../world/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  newContact,
  verifiedLead,
} from '../world/fixtures.ts';
import { watch } from '../world/live-client.ts';

/** The guarantees across servers, tested on two of them; `npm run test:processes` runs the whole suite on three. */
const PER_MINUTE = 40;

let database: TestDatabase;
let sql: TestSql;
let stop: () => Promise<void>;
let one: Client;
let other: Client;
let both: Client;
let admin: Client;
beforeAll(async () => {
  // The database is empty, so both servers migrate it and create the first administrator at the same time.
  database = await createDatabase('empty');
  sql = connectSql(database.target, { max: 2 });
  const started = await startProcesses(2, database.target, {
    ADMIN_PASSWORD: ADMIN.password,
    PUBLIC_SUBMITS_PER_MINUTE: String(PER_MINUTE),
    TRUST_PROXY: '1',
  });
  stop = started.stop;
  [one, other] = started.urls.map((url) => new Client(url)) as [Client, Client];
  both = new Client(started.urls);
  admin = await both.signIn(ADMIN);
});
afterAll(async () => {
  await stop();
  await stopAll();
  await sql.end();
  await database.drop();
});

/** The same user at a single server. */
const at = (server: Client, { token }: Client) => ({
  get: (path: string) => server.get(path, { authorization: `Bearer ${token}` }),
  post: (path: string) => server.post(path, undefined, { authorization: `Bearer ${token}` }),
});

/** Enters from an address that no other test uses. */
function enter(client: Client, eventId: string, address: string, fields = {}) {
  const lead = { eventId, ...newContact(), ...fields };
  return client.post('/api/leads/public', lead, { 'x-forwarded-for': address });
}

describe('two servers on one database', () => {
  it('that start concurrently create one schema and one administrator', async () => {
    expect(await sql`select from users where role = 'admin'`).toHaveLength(1);
    const [row] = await sql`select count(*)::int, max(number) from migrations`;
    expect(row?.count).toBe(row?.max);
  });

  it('share sessions, and their end', async () => {
    const session = await one.signIn(ADMIN);
    expect((await at(other, session).get('/api/auth/me')).status).toBe(200);
    expect((await at(other, session).post('/api/auth/logout')).status).toBe(200);
    expect((await at(one, session).get('/api/auth/me')).status).toBe(401);
  });

  it('send a draw to the stages open at either of them', async () => {
    const event = await createEvent(admin);
    await verifiedLead({ anyone: both, admin }, event.id);
    const watchers = [await watch(one.url, event.id), await watch(other.url, event.id)];
    for (const watcher of watchers) await watcher.expect('snapshot');
    const drawn = await admin.post(`/api/events/${event.id}/draw-winner`, {});
    for (const watcher of watchers) {
      expect((await watcher.expect('drawn')).result).toEqual({
        ...drawn.as(raffleResult),
        tickets: [],
      });
      watcher.close();
    }
  });

  it('slow down logins together', async () => {
    const { username } = await createVolunteer({ anyone: both, admin });
    const tries = async (client: Client) =>
      (await client.post('/api/auth/login', { username, password: 'a-wrong-guess' })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push(await tries(one), await tries(other));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('create one lead from one id sent to both a hundred times concurrently', async () => {
    const event = await createEvent(admin);
    const lead = { id: randomUUID(), ...newContact() };
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => enter(both, event.id, `203.0.113.${i}`, lead)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(responses.map((response) => response.as(ownLead).id))).toEqual(
      new Set([lead.id]),
    );
    expect(await sql`select from leads where event_id = ${event.id}`).toHaveLength(1);
  });

  it('draw each prize once, and nobody twice', async () => {
    const event = await createEvent(admin);
    for (let i = 0; i < 12; i++) {
      const added = await admin.post('/api/leads', { eventId: event.id, ...newContact() });
      await admin.patch(`/api/leads/${added.as(ownLead).id}`, { status: 'verified' });
    }
    const prizes = [];
    for (let i = 0; i < 10; i++) prizes.push(await createPrize(admin, event.id));
    const draws = prizes.flatMap(({ id }) =>
      Array.from({ length: 6 }, () =>
        admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: id }),
      ),
    );
    const statuses = (await Promise.all(draws)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(50);
    const drawn = await sql`select distinct lead_id from winners where event_id = ${event.id}`;
    expect(drawn).toHaveLength(10);
  });

  it('limit an address each by itself', async () => {
    const event = await createEvent(admin);
    const address = '192.0.2.7';
    for (const server of [one, other]) {
      for (let entry = 0; entry < PER_MINUTE; entry++) {
        expect((await enter(server, event.id, address)).status).toBe(201);
      }
      expect((await enter(server, event.id, address)).status).toBe(429);
    }
    expect((await enter(other, event.id, '192.0.2.8')).status).toBe(201);
  });
});
