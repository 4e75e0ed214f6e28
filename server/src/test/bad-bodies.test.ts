import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  callNames,
  exampleOf,
  openBadInputTest,
  withBody,
  withQuery,
  writing,
} from './bad-input.ts';
import { describedCalls } from './examples.ts';
import { leadBody } from './fixtures.ts';
import { valuesFor } from './property-runs.ts';

const { world, prepare, prepareWithBody, contents, watch, exchange } = openBadInputTest();

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

  it.each(callNames)('%s is accepted as it is, and with unknown fields', async (name) => {
    const { client, method, url, body } = await prepare(name);
    const answer = await client.send(method, url, body?.());
    expect(answer.status, answer.text).toBe(exampleOf(name).status);

    const again = await prepare(name);
    const more = { toString: 'x', hasOwnProperty: 1, constructor: 'x', 'ключ 🔑': [{}] };
    const extended = await again.client.send(
      method,
      again.url + (again.url.includes('?') ? '&and=more' : ''),
      again.body && { ...again.body(), ...more },
    );
    expect(extended.status, extended.text).toBe(answer.status);
  });
});

describe('a body that is not JSON', () => {
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

  it.each(writing)('is refused by %s', async (name) => {
    const { client, method, path } = await prepare(name);
    const attempt = await watch();
    const place = writing.indexOf(name);
    for (const [called, body, problem] of valuesFor(place, bodies)) {
      const answer = await attempt(client.send(method, path, body));
      expect([called, ...answer.problem]).toEqual([called, ...problem]);
    }
    for (const type of valuesFor(place, types)) {
      const answer = await attempt(client.send(method, path, '{}', { 'content-type': type }));
      expect([type, ...answer.problem]).toEqual([type, 415, 'Send the request as JSON']);
    }
  });
});

describe('a body that is JSON, but no object', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const bodies = ['', 'null', 'true', '7', '1e400', '-0', '"text"', '[]', '[{}]', '[[]]', deep];

  it.each(withBody)('is refused by %s', async (name) => {
    const { client, method, path } = await prepare(name);
    const attempt = await watch();
    for (const body of valuesFor(withBody.indexOf(name), bodies)) {
      const answer = await attempt(client.send(method, path, body));
      expect(answer.problem).toEqual([400, 'The request body must be a JSON object']);
    }
  });

  const nests = [
    `${'['.repeat(50_000)}1${']'.repeat(50_000)}`,
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  ];

  it.each(withBody)('is no way to bury %s', async (name) => {
    const { client, method, path, body } = await prepareWithBody(name);
    const attempt = await watch();
    const place = withBody.indexOf(name);
    // Too large for most calls; where it is not, it is a field that nobody knows or of a wrong type.
    for (const nest of valuesFor(place, nests, 2)) await attempt(client.send(method, path, nest));
    for (const [at, field] of Object.keys(body()).entries()) {
      for (const nest of valuesFor(place + at, nests, 2)) {
        const answer = await attempt(client.send(method, path, `{"${field}":${nest}}`));
        expect([400, 413]).toContain(answer.status);
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
    const before = await contents();
    const answer = await exchange(Buffer.concat([Buffer.from(head.join('\r\n')), body]));
    expect(await contents()).toBe(before);
    return answer;
  }

  it.each(writing)('is refused by %s', async (name) => {
    const answer = await sendAll(name, `Content-Length: ${body.length}`, '', '');
    expect(answer).toMatch(TOO_LARGE);
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
    // It may unpack to what the call takes plain, and to no byte more.
    const blanks = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '));
    expect((await send(blanks(64 * 1024), 'gzip')).status).toBe(400);
    expect((await send(blanks(64 * 1024 + 1), 'gzip')).status).toBe(413);
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'nonsense', 'gzip, gzip', '']) {
      const answer = await send(
        Buffer.from(JSON.stringify(leadBody(world.eventId)).slice(1)),
        encoding,
      );
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });
});
