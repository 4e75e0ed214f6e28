import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { closeCleanly, limitResponseTimes, Sockets } from './connections.ts';

/** Far longer than a test may take, so that a test which waits for it times out. */
const NEVER_MS = 3_600_000;

/** More than the system's buffers hold, so that most of it is still unsent. */
const LARGE = 64 * 1024 * 1024;

/** A server whose response at /slow is sent when `answer` is called; /endless never ends. */
async function startSlowServer(graceMs = NEVER_MS, answerMs = NEVER_MS) {
  // Node's own timeout for silent sockets; the tests must not pass because of it.
  const app: FastifyInstance = Fastify({ return503OnClosing: false, keepAliveTimeout: NEVER_MS });
  app.server.headersTimeout = NEVER_MS;
  closeCleanly(app, new Sockets(app.server), graceMs);
  limitResponseTimes(app, answerMs);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  app.get('/quick', async () => 'quick');
  app.get('/slow', async () => {
    await answered;
    return 'slow';
  });
  app.get('/large', async () => Buffer.alloc(LARGE));
  const usersOnly = { config: { call: { allowedFor: 'users' } as never } };
  app.get('/large-of-users', usersOnly, async () => Buffer.alloc(LARGE));
  app.get('/begun', async (_request, reply) => {
    const body = async function* () {
      yield 'the beginning, ';
      await answered;
      yield 'the end';
    };
    return reply.header('content-length', '22').send(Readable.from(body()));
  });
  app.get('/endless', async (_request, reply) => {
    const body = async function* () {
      yield 'the beginning';
      await new Promise(() => {});
    };
    return reply.send(Readable.from(body()));
  });
  const begun = new Promise<void>((resolve) => {
    app.addHook('preClose', async () => resolve());
  });
  /** Starts closing; the promise inside resolves when it is closed. */
  const beginClosing = async () => {
    const closed = app.close();
    await begun;
    return { closed };
  };
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.server.closeAllConnections());
  return { app, answer, beginClosing };
}

/** A bare connection, and everything received over it until it was closed. */
async function open(
  app: FastifyInstance,
  text = '',
): Promise<{ socket: Socket; all: Promise<string> }> {
  const accepted = once(app.server, 'connection');
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const all = once(socket, 'close').then(() => received);
  await accepted;
  if (text) socket.write(text);
  return { socket, all };
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`;

describe('a client', () => {
  it('is dropped when it takes nothing of its answer', async () => {
    const { app } = await startSlowServer();
    expect(app.server.timeout).toBe(15_000);
    app.server.timeout = 100;
    const { socket } = await open(app);
    socket.removeAllListeners('data').pause();
    socket.write(request('/large'));
    const [, response] = (await once(app.server, 'request')) as [unknown, ServerResponse];
    await once(response, 'close');
  });

  it('has so much time to take an answer, unless it was asked for with a session', async () => {
    const { app } = await startSlowServer(NEVER_MS, 500);
    app.server.timeout = NEVER_MS;
    const ask = async (path: string) => {
      const { socket, all } = await open(app);
      all.catch(() => {});
      socket.removeAllListeners('data').pause();
      socket.write(request(path));
      const [, response] = (await once(app.server, 'request')) as [unknown, ServerResponse];
      return { socket, response };
    };
    const userResponse = await ask('/large-of-users');
    const { socket, response } = await ask('/large');
    await once(response, 'close');
    // The kernel must not keep the end of a small response either.
    const error = await new Promise((resolve) => socket.write('more', resolve));
    expect(error).toMatchObject({ code: 'ECONNRESET' });

    const finished = once(userResponse.response, 'finish');
    userResponse.socket.resume();
    await finished;
  });

  it('is not dropped while the server is busy with its request', async () => {
    const { app, answer } = await startSlowServer();
    app.server.timeout = 50;
    const { socket } = await open(app, request('/slow'));
    for (let times = 0; times < 3; times += 1) await once(app.server, 'timeout');
    answer();
    expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 200 OK');
  });
});

it('resets the connection of a client that has stopped reading, so that the kernel keeps nothing for it', async () => {
  const { app } = await startSlowServer();
  app.server.timeout = 100;
  const { socket, all } = await open(app);
  all.catch(() => {});
  socket.removeAllListeners('data').pause();
  socket.write(request('/large'));
  const [, response] = (await once(app.server, 'request')) as [unknown, ServerResponse];
  await once(response, 'close');
  // A connection that was only closed would still accept this, after the data in its kernel's buffer.
  const error = await new Promise((resolve) => socket.write('more', resolve));
  expect(error).toMatchObject({ code: 'ECONNRESET' });
});

describe('closing a server', () => {
  it('drops sockets on which nothing is under way', async () => {
    const { app } = await startSlowServer();
    const silent = await open(app);
    const half = await open(app, 'GET /quick HTTP/1.1\r\nhost: he');
    const idle = await open(app, request('/quick'));
    await once(idle.socket, 'data');

    await app.close();
    expect(await silent.all).toBe('');
    expect(await half.all).toBe('');
    expect(await idle.all).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nquick$/s);
  });

  it('finishes an answer that had not begun, and says that it was the last', async () => {
    const { app, answer, beginClosing } = await startSlowServer();
    const arrived = once(app.server, 'request');
    const { all } = await open(app, request('/slow'));
    await arrived;

    const { closed } = await beginClosing();
    answer();
    await closed;
    const text = await all;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nslow$/s);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('finishes an answer that had begun, and then closes its connection', async () => {
    const { app, answer, beginClosing } = await startSlowServer();
    const { socket, all } = await open(app, request('/begun'));
    await once(socket, 'data');

    const { closed } = await beginClosing();
    answer();
    await closed;
    expect(await all).toMatch(/\r\n\r\nthe beginning, the end$/);
  });

  it('finishes an answer that a slow client has yet to take', async () => {
    const { app, beginClosing } = await startSlowServer();
    const { socket } = await open(app);
    socket.removeAllListeners('data').pause();
    socket.write(request('/large'));
    const [, response] = (await once(app.server, 'request')) as [unknown, ServerResponse];
    await vi.waitUntil(() => response.writableEnded, LONG_TIMEOUT);

    const { closed } = await beginClosing();
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.length;
    });
    socket.resume();
    await closed;
    if (!socket.closed) await once(socket, 'close');
    expect(length).toBeGreaterThan(LARGE);
  });

  it('answers all that one client has sent ahead', async () => {
    const { app, answer, beginClosing } = await startSlowServer();
    const { socket, all } = await open(app, request('/slow'));
    await once(app.server, 'request');
    const second = once(app.server, 'request');
    socket.write(request('/quick'));
    await second;

    const { closed } = await beginClosing();
    answer();
    await closed;
    expect((await all).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('serves what still arrives on a connection that is in use', async () => {
    const { app, answer, beginClosing } = await startSlowServer();
    const { socket, all } = await open(app, request('/begun'));
    await once(socket, 'data');

    const { closed } = await beginClosing();
    const second = once(app.server, 'request');
    socket.write(request('/quick'));
    await second;
    answer();
    await closed;
    expect((await all).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('gives up on an answer without an end after the grace', async () => {
    const { app } = await startSlowServer(50);
    const { socket, all } = await open(app, request('/endless'));
    await once(socket, 'data');

    await Promise.race([app.close(), delay(30_000).then(() => expect.fail('still open'))]);
    expect(await all).toContain('the beginning');
  });
});
