import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { missedMessage } from '@drawbridge/contract/raffle/live';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../log.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createPrize, newContact, submitLead } from '../../test/world/fixtures.ts';
import { type Watcher, watch } from '../../test/world/live-client.ts';
import { readOpenFilesLimit, socketLimits } from './connections.ts';

// 20 files for sockets: 10 streams, and 10 other sockets without streams or 5 beside 10 of them.
const OPEN_FILES = 84;

const warnings: string[] = [];
const log = createLog('warn', { write: (line) => warnings.push(JSON.parse(line).msg) });
const api = await startApi({ TRUST_PROXY: 'loopback' }, log, { openFiles: OPEN_FILES });
afterAll(() => api.close());

const watchers: Watcher[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opened one after the other, because a socket that has not sent its request yet counts as idle. */
async function openStreams(url: string, eventId: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const watcher = await watch(url, eventId);
    watchers.push(watcher);
    statuses.push(watcher.response.statusCode ?? 0);
  }
  return statuses;
}

async function openSocket(url: string, text = ''): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  if (text) socket.write(text);
  return socket;
}

/** Sends a request over a new socket, and returns the head of the response. */
async function askOnNewSocket(url: string): Promise<string> {
  const socket = await openSocket(url, 'GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  return String((await Promise.race([once(socket, 'data'), once(socket, 'close')]))[0]);
}

const openIdle = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openSocket(url)));

describe('live streams', () => {
  it('beyond the room for them are refused, with one line in the log', async () => {
    const event = await createEvent(api.admin);
    const statuses = await openStreams(api.anyone.url, event.id, 14);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 503)).toHaveLength(4);
    const refused = await api.anyone.get(`/api/events/${event.id}/live`);
    expect(refused.problem).toEqual([
      503,
      'Too many people are watching. Please try again in a moment.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(warnings).toEqual([expect.stringMatching(/^live streams were refused: 10 streams /)]);

    // Other requests are served, and a closed stream makes room.
    await submitLead(api.anyone, event.id);
    watchers.find(({ response }) => response.statusCode === 200)?.close();
    await vi.waitFor(async () => {
      expect(await openStreams(api.anyone.url, event.id, 1)).toEqual([200]);
    }, LONG_TIMEOUT);
  });

  it('from one address make room for others, and for a wall and its remote', async () => {
    const event = await createEvent(api.admin);
    const open = async (headers: Record<string, string>) => {
      const watcher = await watch(api.anyone.url, event.id, headers);
      watchers.push(watcher);
      return watcher;
    };
    const from = (ip: string) => open({ 'x-forwarded-for': ip });
    const statusOf = ({ response }: Watcher) => response.statusCode;
    const attack: Watcher[] = [];
    for (let n = 0; n < 12; n += 1) attack.push(await from('203.0.113.9'));
    expect(attack.map(statusOf)).toEqual([...Array(10).fill(200), 503, 503]);

    const phone = await from('198.51.100.7');
    const wall = await open({ authorization: `Bearer ${api.admin.token}` });
    expect([phone, wall].map(statusOf)).toEqual([200, 200]);
    await Promise.all(attack.slice(0, 2).map((watcher) => watcher.ended()));
    // The stream is not opened again in the place of another one.
    expect(statusOf(await from('203.0.113.9'))).toBe(503);
    await createPrize(api.admin, event.id);
    for (const watcher of [phone, wall]) {
      await watcher.expect('snapshot');
      await watcher.expect('prizes');
    }

    // Half of the streams are reserved for logged-in users, and the rest is left to the hall.
    const organisers: Watcher[] = [];
    for (let n = 0; n < 5; n += 1) {
      organisers.push(await open({ authorization: `Bearer ${api.admin.token}` }));
    }
    expect(organisers.map(statusOf)).toEqual([200, 200, 200, 200, 503]);
    expect(statusOf(await from('192.0.2.1'))).toBe(200);
  });

  it('are not needed: what was missed can be asked for', async () => {
    const event = await createEvent(api.admin);
    const ask = async (after = '') => {
      const response = await api.anyone.get(`/api/events/${event.id}/live/missed${after}`);
      // The eligible people may not have been counted yet, and the time differs in each response.
      const varying = ['eligible', 'heartbeat'];
      return response.as(z.array(missedMessage)).filter(({ kind }) => !varying.includes(kind));
    };
    const [snapshot, ...more] = await ask();
    expect(more).toEqual([]);
    expect(snapshot).toMatchObject({ kind: 'snapshot', data: { prizes: [], nextNumber: 1 } });
    expect(await ask(`?after=${snapshot?.id}`)).toEqual([]);

    const prize = await createPrize(api.admin, event.id);
    // The process is notified of it by the database.
    await vi.waitFor(async () => {
      expect(await ask(`?after=${snapshot?.id}`)).toEqual([
        { id: Number(snapshot?.id) + 1, kind: 'prizes', data: { prizes: [prize] } },
      ]);
    }, LONG_TIMEOUT);
    expect(await ask('?after=99999')).toMatchObject([
      { kind: 'snapshot', data: { prizes: [prize] } },
    ]);

    await api.admin.delete(`/api/events/${event.id}`);
    const deletedResponse = await api.anyone.get(`/api/events/${event.id}/live/missed?after=1`);
    expect(deletedResponse.problem).toEqual([404, 'Event not found']);
  });
});

describe('sockets without a request', () => {
  it('make room for new ones, and requests on their way stay', async () => {
    const event = await createEvent(api.admin);
    const body = JSON.stringify({ eventId: event.id, ...newContact() });
    const upload = await openSocket(
      api.anyone.url,
      'POST /api/leads/public HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n' +
        `content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    const flood = await openIdle(api.anyone.url, 60);
    expect(await askOnNewSocket(api.anyone.url)).toContain('HTTP/1.1 200 OK');
    await vi.waitFor(() => {
      expect(flood.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(10);
    }, LONG_TIMEOUT);

    upload.write(body.slice(10));
    expect(String((await once(upload, 'data'))[0])).toContain('HTTP/1.1 201 Created');
  });
});

describe('requests that do not end', () => {
  it('make room for new ones, the oldest first', async () => {
    const head =
      'POST /api/leads/public HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n';
    const uploads: Socket[] = [];
    for (let n = 0; n < 10; n += 1) {
      const arrived = once(api.app.server, 'request');
      uploads.push(await openSocket(api.anyone.url, head));
      await arrived;
    }
    expect(await askOnNewSocket(api.anyone.url)).toContain('HTTP/1.1 200 OK');
    await vi.waitFor(
      () => expect(uploads.map(({ closed }) => closed)).toEqual([true, ...Array(9).fill(false)]),
      LONG_TIMEOUT,
    );
  });
});

describe('how many files a process may open', () => {
  it('is read from the system', () => {
    expect(readOpenFilesLimit()).toBeGreaterThan(100);
  });

  it.each([256, 1024, 2048, 100_000, 1_048_576])(
    'with %i files, streams and requests together leave the reserve',
    (openFiles) => {
      const limits = socketLimits(openFiles);
      for (const streams of [0, Math.floor(limits.streams / 2), limits.streams]) {
        // A request may have a file open as well as its socket.
        expect(streams + 2 * limits.others(streams) + 64).toBeLessThanOrEqual(openFiles);
        expect(limits.others(streams)).toBeGreaterThanOrEqual(48);
      }
      expect(limits.streams).toBeGreaterThanOrEqual(Math.min(20_000, openFiles / 2 - 32));
    },
  );

  it('without a limit only memory counts, and with hardly any files nothing is negative', () => {
    const unlimited = socketLimits(Number.POSITIVE_INFINITY);
    expect([unlimited.streams, unlimited.others(20_000)]).toEqual([
      20_000,
      Number.POSITIVE_INFINITY,
    ]);
    expect([socketLimits(10).streams, socketLimits(10).others(0)]).toEqual([0, 0]);
  });
});
