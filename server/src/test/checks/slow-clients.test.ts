import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_TIMEOUT } from '../fakes/until-blocked.ts';
import { ADMIN } from '../world/accounts.ts';
import { startApi, type TestApi } from '../world/api.ts';
import { createEvent, submitLead } from '../world/fixtures.ts';

let api: TestApi;
const sockets = new Set<Socket>();
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' }, undefined, {
    oneProcess: 'shortens the time limits of one server',
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.close();
});

const HEAD = 'POST /api/leads/public HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n';

/** A client that sends `text`, and then `byte` at intervals; `all` is the response. */
async function dawdle(text: string, byte = ''): Promise<{ all: Promise<string> }> {
  const { hostname, port } = new URL(api.anyone.url);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  const trickle = setInterval(() => byte && socket.write(byte), 100);
  const all = once(socket, 'close').then(() => {
    clearInterval(trickle);
    sockets.delete(socket);
    return received;
  });
  return { all };
}

const silent = () => dawdle('');
const slowHead = () => dawdle(`${HEAD}x-slow: `, 'z');
const slowBody = () => dawdle(`${HEAD}content-length: 5000\r\n\r\n{"name": "`, 'z');

describe('slow clients', () => {
  it('do not keep others from being served', async () => {
    const slow = [silent, slowHead, slowBody];
    await Promise.all(Array.from({ length: 150 }, (_, i) => slow[i % 3]?.()));
    const event = await createEvent(api.admin);
    await Promise.all(Array.from({ length: 20 }, () => submitLead(api.anyone, event.id)));
    expect(sockets.size).toBe(150);
  });

  it('leave connections to the database to others', async () => {
    const event = await createEvent(api.admin);
    const path = `/api/prizes?eventId=${event.id}`;
    const { reading } = await api.sql.begin(async (tx) => {
      await tx`lock table prizes`;
      const reading = Array.from({ length: 20 }, () => api.anyone.get(path));
      await submitLead(api.anyone, event.id);
      return { reading };
    });
    expect((await Promise.all(reading)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('who have gone leave no statement running', async () => {
    const waiting = async () => {
      const statements = await api.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return statements.length;
    };
    await api.sql.begin(async (tx) => {
      await tx`lock table leads, lead_counts`;
      const disconnect = new AbortController();
      const asked = fetch(`${api.anyone.url}/api/leads/counts`, {
        headers: { authorization: `Bearer ${api.admin.token}` },
        signal: disconnect.signal,
      });
      await expect.poll(waiting, LONG_TIMEOUT).toBe(1);
      disconnect.abort();
      await expect(asked).rejects.toThrow();
      await expect.poll(waiting, LONG_TIMEOUT).toBe(0);
    });
    expect((await api.admin.get('/api/leads/counts')).status).toBe(200);
  });

  it('that send hundreds of requests ahead get a hundred answers, and others enter and log in meanwhile', async () => {
    const event = await createEvent(api.admin);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n`;
    const paths = [`/api/prizes?eventId=${event.id}`, `/api/events/${event.id}/draws`, '/healthz'];
    const attacks = await Promise.all(
      [...paths, `/api/events/${event.id}/raffles`].map((path) =>
        dawdle(`${`${get(path)}\r\n`.repeat(199)}${get(path)}connection: close\r\n\r\n`),
      ),
    );
    await submitLead(api.anyone, event.id);
    await api.anyone.signIn(ADMIN);
    for (const { all } of attacks) {
      const statuses = Array.from(
        (await all).matchAll(/HTTP\/1\.1 (\d+)/g),
        ([, status]) => status,
      );
      expect(statuses).toEqual([...Array(100).fill('200'), ...Array(100).fill('503')]);
    }
  });

  it('have limits: 15 s for the head of a request, 30 s for all of it', () => {
    expect(api.app.server.headersTimeout).toBe(15_000);
    expect(api.app.server.requestTimeout).toBe(30_000);
  });

  it('that take nothing of what they were answered are gone soon, and a connection ends after a hundred requests', () => {
    // Small responses stay in the buffers of the kernel, so that their connection is idle for the server.
    expect(api.app.server.keepAliveTimeout).toBe(20_000);
    expect(api.app.server.timeout).toBe(15_000);
    expect(api.app.server.maxRequestsPerSocket).toBe(100);
  });

  it('get a 408 and are dropped when they exceed them', async () => {
    api.app.server.headersTimeout = 500;
    api.app.server.requestTimeout = 500;
    const [nothing, head, body] = await Promise.all([silent(), slowHead(), slowBody()]);
    for (const { all } of [nothing, head, body]) {
      const response = await all;
      expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(response).toMatch(/\r\n\r\nThe request took too long to arrive. Please try again.$/);
    }
  });
});
