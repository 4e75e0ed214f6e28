import { describe, expect, it } from 'vitest';
import { newContact } from '../world/fixtures.ts';
import { openBadInputTest } from './bad-input.ts';

const { world, takeWrites, exchange } = openBadInputTest();

describe('malformed HTTP', () => {
  const more = 'Host: x\r\nConnection: close\r\n';
  const post = `POST /api/leads/public HTTP/1.1\r\n${more}Content-Type: application/json\r\n`;
  const get = `GET /healthz HTTP/1.1\r\n${more}`;
  const getPath = (path: string) => `GET ${path} HTTP/1.1\r\n${more}\r\n`;
  const lead = () => JSON.stringify({ eventId: world.eventId, ...newContact() });
  const chunk = (size: string) =>
    `${post}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${lead()}\r\n`;

  async function expectUnharmed(): Promise<void> {
    expect(await takeWrites()).toEqual([]);
    expect((await world.api.anyone.get('/readyz')).status).toBe(200);
  }

  const wrong: [called: string, bytes: () => string | Uint8Array][] = [
    ['garbage', () => 'fnord\r\n\r\n'],
    ['random bytes', () => Uint8Array.from({ length: 4096 }, (_, i) => (i * 131) % 256)],
    ['TLS', () => Buffer.from('16030100fa010000f60303', 'hex')],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an HTTP of the future', () => 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['an unknown method', () => 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a chunk of no size', () => chunk('zz')],
    ['a chunk of a negative size', () => chunk('-5')],
    ['a length that is no number', () => `${post}Content-Length: many\r\n\r\n${lead()}`],
    ['a negative length', () => `${post}Content-Length: -1\r\n\r\n${lead()}`],
    ['two lengths', () => `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n${lead()}`],
    [
      'a length and chunks',
      () => `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a header without a colon', () => `${get}fnord\r\n\r\n`],
    ['a NUL in a header', () => `${get}X-A: a\0b\r\n\r\n`],
    ['headers of 100 KB', () => `${get}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a path of 100 KB', () => getPath(`/${'a'.repeat(100_000)}`)],
    ['a path of no UTF-8', () => Buffer.from(getPath('/api/events/\xff\xfe'), 'latin1')],
    ['a blank in the path', () => getPath('/api/events/a b')],
    ['no path', () => getPath('')],
    ['no slash', () => getPath('api/events')],
    ['a star', () => getPath('*')],
    ['half an address', () => getPath('http://[::1/x')],
    ['dots', () => getPath('/api/events/../../../etc/passwd')],
    ['backslashes', () => getPath('\\api\\events')],
    ['a broken code', () => getPath('/%zz')],
  ];

  it.each(wrong)('is refused: %s', async (_, bytes) => {
    await takeWrites();
    expect(await exchange(bytes())).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]+\r\n\r\n[^\r\n]{5,100}$/);
    await expectUnharmed();
  });

  const halves: [called: string, bytes: () => string][] = [
    ['nothing', () => ''],
    ['line breaks', () => '\r\n\r\n\r\n'],
    ['half a request line', () => 'POST /api/le'],
    ['half of the headers', () => post],
    ['no body', () => `${post}Content-Length: 500\r\n\r\n`],
    ['half of the body', () => `${post}Content-Length: 500\r\n\r\n${lead()}`],
    ['chunks without an end', () => chunk(lead().length.toString(16))],
    ['a wish for a tunnel', () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ];

  it.each(halves)('is dropped when the client hangs up: %s', async (_, bytes) => {
    await takeWrites();
    expect(await exchange(bytes(), { hangUp: true })).toMatch(/^(HTTP\/1\.1 4\d\d [\s\S]+)?$/);
    await expectUnharmed();
  });

  it('is refused without a sentence when it names no host, because that is before us', async () => {
    expect(await exchange('GET /healthz HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('gets the sentences that fit', async () => {
    const sentenceOf = async (bytes: string) => (await exchange(bytes)).split('\r\n\r\n')[1];
    expect(await sentenceOf('fnord\r\n\r\n')).toBe('The request could not be understood');
    expect(await sentenceOf(`${get}X-A: ${'a'.repeat(100_000)}\r\n\r\n`)).toBe(
      'The request headers are too large',
    );
  });

  it('does not affect a well-formed request on a raw socket', async () => {
    const body = lead();
    const response = await exchange(`${post}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
  });
});
