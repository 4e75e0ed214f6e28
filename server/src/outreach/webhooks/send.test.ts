import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { retryAfterSeconds } from '../../core/queue/queue.ts';
import { isPrivate, literalAddress, sign, writeSecret } from './rules.ts';
import { send } from './send.ts';

describe('a signature', () => {
  it('is right for two other implementations, with each secret of a rotation', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const body = '{"type":"test","name":"Zoë"}';
    const headers = sign('5ea1', body, [first, second], new Date());
    for (const secret of [first, second]) {
      const theirs = new Webhook(writeSecret(secret));
      expect(theirs.verify(body, headers)).toEqual({ type: 'test', name: 'Zoë' });
      expect(() => theirs.verify(`${body} `, headers)).toThrow();
      const openssl = spawnSync(
        'openssl',
        [
          'dgst',
          '-sha256',
          '-mac',
          'HMAC',
          '-macopt',
          `hexkey:${secret.toString('hex')}`,
          '-binary',
        ],
        { input: `5ea1.${headers['webhook-timestamp']}.${body}` },
      );
      expect(headers['webhook-signature'].split(' ')).toContain(
        `v1,${openssl.stdout.toString('base64')}`,
      );
    }
  });
});

describe('the time until the next attempt', () => {
  it('grows from seconds to hours, and three days have some twelve attempts', () => {
    expect(retryAfterSeconds(1, 0)).toBe(4);
    expect(retryAfterSeconds(1, 1)).toBeCloseTo(6);
    expect(retryAfterSeconds(7, 0.5)).toBe(36_000);
    let [attempts, seconds] = [0, 0];
    while (seconds < 3 * 86_400) {
      attempts += 1;
      seconds += retryAfterSeconds(attempts);
    }
    expect(attempts).toBeGreaterThan(10);
    expect(attempts).toBeLessThan(16);
  });
});

const privateOnes = `
  127.0.0.1 127.255.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200
  0.0.0.0 224.0.0.1 255.255.255.255 168.63.129.16 198.18.0.1
  ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::7f00:1 64:ff9b::7f00:1
  64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1 fec0::1 localhost
`.match(/\S+/g) as string[];

describe('addresses', () => {
  it.each(privateOnes)('%s is not public', (address) => expect(isPrivate(address)).toBe(true));
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => expect(isPrivate(address)).toBe(false),
  );
  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1./', '127.0.0.1'],
    ['http://127。0。0。1/', '127.0.0.1'],
    ['http://[::FFFF:7f00:1]/', '::ffff:7f00:1'],
    ['http://receiver.example/', undefined],
  ])('of %s is %s', (url, address) => expect(literalAddress(url)).toBe(address));
});

async function listen(
  handle: RequestListener,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(handle).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const message = (url: string) => ({ url, headers: {}, body: '{}' });
const here = [{ address: '127.0.0.1', family: 4 }];
const REFUSED = 'The address is not public, so nothing was sent';

describe('sending', () => {
  it('reaches nobody at a private address, by number or by name', async () => {
    const { port, connections } = await listen((_, response) => response.end());
    const names = [
      here,
      [{ address: '93.184.215.14', family: 4 }, ...here],
      [{ address: '::ffff:127.0.0.1', family: 6 }],
    ];
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost'];
    for (const host of [...hosts, 'rebound.example']) {
      for (const addresses of names) {
        const attempt = await send(message(`http://${host}:${port}/`), {
          toPrivate: false,
          resolve: async () => addresses,
        });
        expect(attempt, host).toEqual({ status: null, response: null, error: REFUSED });
      }
    }
    expect(connections()).toBe(0);
  });

  it('asks for a name once, and connects to what it has checked', async () => {
    const { port } = await listen((request, response) => response.end(request.headers.host));
    let requests = 0;
    // A name that resolves to another address a moment later.
    const resolve = async () => {
      requests += 1;
      return requests === 1 ? here : [{ address: '127.9.9.9', family: 4 }];
    };
    const url = `http://rebound.example:${port}/`;
    const attempt = await send(message(url), { toPrivate: true, resolve });
    expect(attempt).toEqual({ status: 200, response: `rebound.example:${port}`, error: null });
    expect(requests).toBe(1);
  });

  it('follows no redirect', async () => {
    const { port, connections } = await listen((_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    const attempt = await send(message(`http://127.0.0.1:${port}/`), { toPrivate: true });
    expect(attempt.error).toBe('The receiver responded with 307; redirects are not followed');
    expect(connections()).toBe(1);
  });

  it('reads 64 KB of an endless response and keeps 4 KB of it', async () => {
    let written = 0;
    const { port } = await listen((_, response) => {
      const more = () => {
        while (response.writable && response.write('\0x'.repeat(8 * 1024))) written += 16 * 1024;
      };
      response.on('drain', more);
      more();
    });
    const attempt = await send(message(`http://127.0.0.1:${port}/`), { toPrivate: true });
    expect(attempt).toEqual({ status: 200, response: 'x'.repeat(2048), error: null });
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it.each([
    ['never', () => {}],
    ['with half an response', (_, response) => void response.write('half')],
  ] satisfies [string, RequestListener][])(
    'gives up on a receiver that answers %s, and when the server stops',
    async (_name, handle) => {
      const { port } = await listen(handle);
      const url = `http://127.0.0.1:${port}/`;
      const slow = await send(message(url), { toPrivate: true, timeoutMs: 200 });
      expect(slow).toEqual({
        status: null,
        response: null,
        error: 'No complete response within 0.2 seconds',
      });
      const signal = AbortSignal.timeout(100);
      expect((await send(message(url), { toPrivate: true, signal })).status).toBeNull();
    },
  );

  it.each([
    [
      'switches to another protocol',
      '101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    ],
    ['has headers without end', `200 OK\r\nx: ${'x'.repeat(100_000)}`],
    ['hangs up in the middle', '200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
  ])('fails if the receiver %s', async (_name, response) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(`HTTP/1.1 ${response}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const attempt = await send(message(url), { toPrivate: true });
    expect(attempt).toEqual({ status: null, response: null, error: expect.any(String) });
    expect(attempt.error).not.toContain('No complete response');
  });

  it('keeps of an error what PostgreSQL can store', async () => {
    const resolve = async () => {
      throw new Error(`a\0${'b'.repeat(497)}🪁`);
    };
    const attempt = await send(message('http://hostile.example/'), { toPrivate: true, resolve });
    expect(attempt.error).toBe(`a${'b'.repeat(497)}\uFFFD`);
  });

  it('says when nobody is there', async () => {
    const attempt = await send(message('http://127.0.0.1:1/'), { toPrivate: true });
    expect(attempt.error).toContain('ECONNREFUSED');
    const nameless = await send(message('http://nowhere.example/'), {
      toPrivate: true,
      resolve: async () => [],
    });
    expect(nameless.error).toBe('The name nowhere.example has no address');
  });
});
