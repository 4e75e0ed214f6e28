import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { valuesFor } from '../database/property-runs.ts';
import { describedCalls } from '../examples/examples.ts';
import { leadBody } from '../world/fixtures.ts';
import { callNames, openBadInputTest, withBody, withQuery, writing } from './bad-input.ts';

const { world, prepare, takeWrites, watch, exchange } = openBadInputTest();

describe('the examples', () => {
  it('are of every call that writes or takes a parameter', async () => {
    const described = await describedCalls(world.api);
    const namesWhere = (test: (call: (typeof described)[number]) => boolean) =>
      described
        .filter(test)
        .map(({ name }) => name)
        .sort();

    expect(namesWhere(({ reads, parameters }) => !reads || parameters.length > 0)).toEqual(
      callNames.toSorted(),
    );
    expect(namesWhere(({ body }) => body)).toEqual(withBody.toSorted());
    expect(namesWhere(({ parameters }) => parameters.includes('query'))).toEqual(
      withQuery.toSorted(),
    );
  });
});

describe('a body that is not a JSON object', () => {
  const NOT_JSON = [400, 'The request is not valid JSON'];
  const NOT_UTF8 = [400, 'The request is not valid UTF-8'];
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const bodies: [called: string, body: string | Buffer, problem: (number | string)[]][] = [
    ['half of it', '{"name": "Ama', NOT_JSON],
    ['one and a half', '{}{"name"', NOT_JSON],
    ['blanks', ' \n ', NOT_JSON],
    ['a NUL', '\u0000', NOT_JSON],
    ['no quotes', "{name: 'Amara'}", NOT_JSON],
    ['a trailing comma', '{"name": "Amara",}', NOT_JSON],
    ['a raw line break in a text', '{"name": "Ama\nra"}', NOT_JSON],
    ['NaN', '{"position": NaN}', NOT_JSON],
    ['a form', 'name=Amara&phone=0770090012', NOT_JSON],
    ['XML', '<?xml version="1.0"?><name>Amara</name>', NOT_JSON],
    ['50,000 brackets and no end', '['.repeat(50_000), NOT_JSON],
    ['__proto__', '{"__proto__": {"admin": true}}', NOT_JSON],
    ['__proto__ in disguise', '{"\\u005f_proto__": {"admin": true}}', NOT_JSON],
    ['__proto__ further down', '{"a": [{"b": {"__proto__": null}}]}', NOT_JSON],
    ['constructor.prototype', '{"constructor": {"prototype": {"admin": true}}}', NOT_JSON],
    ['a byte that is no UTF-8', bytes('{"name": "Ama', [0xff], 'ra"}'), NOT_UTF8],
    ['half a character', bytes('{"name": "Ama', [0xe2, 0x82], '"}'), NOT_UTF8],
    ['an overlong NUL', bytes('{"name": "Ama', [0xc0, 0x80], '"}'), NOT_UTF8],
    ['a surrogate in UTF-8', bytes('{"name": "Ama', [0xed, 0xa0, 0x80], '"}'), NOT_UTF8],
    ['UTF-16', Buffer.from('\ufeff{"name": "Amara"}', 'utf16le'), NOT_UTF8],
  ];

  const types = [
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
    ...['application/jsonp', 'text/json', 'json', ';'],
  ];

  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const others = ['', 'null', 'true', '7', '1e400', '-0', '"text"', '[]', '[{}]', '[[]]', deep];
  const nests = [
    `${'['.repeat(50_000)}1${']'.repeat(50_000)}`,
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  ];

  it.each(writing)('is refused by %s', async (name) => {
    const { client, method, path, body } = await prepare(name);
    const attempt = await watch();
    const index = writing.indexOf(name);
    for (const [called, bytes, problem] of valuesFor(index, bodies)) {
      const response = await attempt(client.send(method, path, bytes));
      expect([called, ...response.problem]).toEqual([called, ...problem]);
    }
    for (const type of valuesFor(index, types)) {
      const response = await attempt(client.send(method, path, '{}', { 'content-type': type }));
      expect([type, ...response.problem]).toEqual([type, 415, 'Send the request as JSON']);
    }
    if (!body) return;
    for (const json of valuesFor(index, others)) {
      const response = await attempt(client.send(method, path, json));
      expect(response.problem).toEqual([400, 'The request body must be a JSON object']);
    }
    // Too large for most calls; for the others, it is a field of a wrong type.
    for (const [at, field] of Object.keys(body()).entries()) {
      for (const nest of valuesFor(index + at, nests)) {
        const response = await attempt(client.send(method, path, `{"${field}":${nest}}`));
        expect([400, 413]).toContain(response.status);
      }
    }
  });
});

describe('a body that is too large', () => {
  const body = Buffer.alloc(10_000_000, '{"name": "Amara"} ');
  const TOO_LARGE = /^HTTP\/1\.1 413 [\s\S]+\r\n\r\nThe request is too large$/;

  async function sendAll(name: string, ...framing: string[]): Promise<string> {
    const { client, method, path } = await prepare(name);
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${client.token}`,
      'Content-Type: application/json',
      ...framing,
    ];
    await takeWrites();
    const response = await exchange(Buffer.concat([Buffer.from(head.join('\r\n')), body]));
    expect(await takeWrites()).toEqual([]);
    return response;
  }

  it.each(valuesFor(0, writing))('is refused by %s', async (name) => {
    const response = await sendAll(name, `Content-Length: ${body.length}`, '', '');
    expect(response).toMatch(TOO_LARGE);
  });

  it.each(['enterRaffle', 'verifyLeads', 'createSponsor'])(
    'is refused by %s without a length in advance',
    async (name) => {
      const chunk = ['Transfer-Encoding: chunked', '', body.length.toString(16), ''];
      expect(await sendAll(name, ...chunk)).toMatch(TOO_LARGE);
    },
  );

  it('is refused by its size after unpacking', async () => {
    const attempt = await watch();
    const send = (body: Buffer, encoding: string) =>
      attempt(world.api.anyone.post('/api/leads/public', body, { 'content-encoding': encoding }));
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect((await send(bomb, 'gzip')).status).toBe(413);
    // The decompressed body may have the size that the call accepts, and not a byte more.
    const blanks = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '));
    expect((await send(blanks(64 * 1024), 'gzip')).status).toBe(400);
    expect((await send(blanks(64 * 1024 + 1), 'gzip')).status).toBe(413);
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'nonsense', 'gzip, gzip', '']) {
      const response = await send(
        Buffer.from(JSON.stringify(leadBody(world.eventId)).slice(1)),
        encoding,
      );
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });
});
