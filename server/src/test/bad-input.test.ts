import { connect as connectSocket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { registrationAnswer } from '@drawbridge/contract/auth';
import { problems } from '@drawbridge/contract/errors';
import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { sponsor } from '@drawbridge/contract/sponsors';
import { assignment } from '@drawbridge/contract/volunteers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, hash } from '../features/auth/rules.ts';
import { startApi, type TestApi } from './api.ts';
import { type Answer, Client } from './client.ts';
import { createEvent, createPrize, next, somebody, submitLead, verifiedLead } from './fixtures.ts';

/*
 * Anything malformed anywhere: 4xx with one sentence, nothing written, never a 5xx. Every call that
 * writes or takes a parameter has an example below; the list of them comes from the server itself.
 */

let api: TestApi;
let eventId: string;
let port: number;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
  eventId = (await createEvent(api.admin)).id;
  port = Number(new URL(api.anyone.url).port);
});
afterAll(() => api.close());

type Body = Record<string, unknown>;
interface Example {
  path: string;
  /** A valid body, every time a different one where that matters. */
  body?: () => Body;
  query?: Record<string, string>;
  client?: Client;
}

const logo = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`;
const password = 'secret-enough';
const newName = () => `helper${next()}`;
const eventBody = () => ({
  name: 'Founders Breakfast',
  date: '2027-01-14',
  location: 'The Exchange',
  status: 'upcoming',
  totalAmountCollected: '12.50',
  roa: '-3',
  country: 'GB',
  winnerDisplay: 'short',
});
const leadBody = () => ({
  id: crypto.randomUUID(),
  eventId,
  ...somebody(),
  entryCode: newEntryCode(),
});

async function newVolunteer() {
  const account = { fullName: 'Priya Shah', username: newName(), password };
  return (await api.admin.post('/api/auth/register', account)).as(registrationAnswer).user;
}
async function newSponsor() {
  return (await api.admin.post('/api/sponsors', { eventId, logo })).as(sponsor);
}
async function newAssignment() {
  const { id: volunteerId } = await newVolunteer();
  const answer = await api.admin.post('/api/volunteer-assignments', { volunteerId, eventId });
  return answer.as(assignment);
}
/** A session that no log-in made: those are slowed down after many failures. */
async function newSession(): Promise<Client> {
  const user = await newVolunteer();
  const token = createToken();
  await api.sql`
    insert into sessions (token_hash, user_id, expires_at)
    values (${hash(token)}, ${user.id}, now() + interval '1 hour')`;
  return new Client(api.anyone.url, { token, user });
}

/** An event in which somebody can win. */
async function newRaffle(): Promise<string> {
  const { id } = await createEvent(api.admin);
  await verifiedLead(api, id);
  return id;
}

const examples: Record<string, () => Promise<Example>> = {
  'POST /api/auth/login': async () => {
    const { username } = await newVolunteer();
    return {
      path: '/api/auth/login',
      body: () => ({ username, password }),
      client: api.anyone,
    };
  },
  'POST /api/auth/register': async () => ({
    path: '/api/auth/register',
    body: () => ({ fullName: 'Priya Shah', username: newName(), password, role: 'volunteer' }),
  }),
  'POST /api/auth/logout': async () => ({ path: '/api/auth/logout', client: await newSession() }),

  'POST /api/events': async () => ({ path: '/api/events', body: eventBody }),
  'GET /api/events/{id}': async () => ({ path: `/api/events/${eventId}` }),
  'PATCH /api/events/{id}': async () => ({
    path: `/api/events/${(await createEvent(api.admin)).id}`,
    body: eventBody,
  }),
  'DELETE /api/events/{id}': async () => ({
    path: `/api/events/${(await createEvent(api.admin)).id}`,
  }),
  'GET /api/events/{eventId}/raffles': async () => ({ path: `/api/events/${eventId}/raffles` }),
  'POST /api/events/{eventId}/draw-winner': async () => {
    const event = await createEvent(api.admin);
    const { id: prizeId } = await createPrize(api.admin, event.id);
    await verifiedLead(api, event.id);
    return {
      path: `/api/events/${event.id}/draw-winner`,
      body: () => ({ prizeId, phrase: 'three loud cheers' }),
    };
  },
  'GET /api/events/{eventId}/draws': async () => ({ path: `/api/events/${eventId}/draws` }),
  'GET /api/events/{eventId}/draws/{number}': async () => {
    const event = await newRaffle();
    await api.admin.post(`/api/events/${event}/draw-winner`, {});
    return { path: `/api/events/${event}/draws/1` };
  },
  'GET /api/events/{eventId}/eligible': async () => ({ path: `/api/events/${eventId}/eligible` }),
  'POST /api/events/{eventId}/seal': async () => ({
    path: `/api/events/${await newRaffle()}/seal`,
    body: () => ({ prizeId: null }),
  }),
  'POST /api/events/{eventId}/void': async () => {
    const event = await newRaffle();
    await api.admin.post(`/api/events/${event}/seal`, {});
    return { path: `/api/events/${event}/void`, body: () => ({ reason: 'The wrong prize' }) };
  },
  'POST /api/events/{eventId}/draws/{number}/forfeit': async () => {
    const event = await newRaffle();
    await api.admin.post(`/api/events/${event}/draw-winner`, {});
    return {
      path: `/api/events/${event}/draws/1/forfeit`,
      body: () => ({ reason: 'Not present' }),
    };
  },
  'POST /api/events/{eventId}/drawing': async () => ({
    path: `/api/events/${await newRaffle()}/drawing`,
    body: () => ({ prizeId: null }),
  }),
  'GET /api/events/{eventId}/live': async () => ({
    path: `/api/events/${eventId}/live`,
    query: { after: '5' },
  }),

  'GET /api/sponsors': async () => ({ path: '/api/sponsors', query: { eventId } }),
  'POST /api/sponsors': async () => ({
    path: '/api/sponsors',
    body: () => ({ eventId, name: 'Acme', logo, position: 1 }),
  }),
  'PATCH /api/sponsors/{id}': async () => ({
    path: `/api/sponsors/${(await newSponsor()).id}`,
    body: () => ({ name: 'Acme', logo, position: 1 }),
  }),
  'DELETE /api/sponsors/{id}': async () => ({ path: `/api/sponsors/${(await newSponsor()).id}` }),

  'GET /api/prizes': async () => ({ path: '/api/prizes', query: { eventId } }),
  'POST /api/prizes': async () => ({
    path: '/api/prizes',
    body: () => ({
      eventId,
      name: 'City bicycle',
      description: 'Seven gears\nand a bell',
      value: '£400',
      position: 2,
    }),
  }),
  'DELETE /api/prizes/{id}': async () => ({
    path: `/api/prizes/${(await createPrize(api.admin, eventId)).id}`,
  }),

  'POST /api/leads/public': async () => ({
    path: '/api/leads/public',
    body: () => ({ ...leadBody(), website: '' }),
    client: api.anyone,
  }),
  'POST /api/leads': async () => ({ path: '/api/leads', body: leadBody }),
  'GET /api/leads': async () => {
    await submitLead(api.anyone, eventId);
    await submitLead(api.anyone, eventId);
    const { headers } = await api.admin.get(`/api/leads?eventId=${eventId}&limit=1`);
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    return {
      path: '/api/leads',
      query: {
        eventId,
        status: 'pending',
        source: 'qr',
        q: 'visitor',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        limit: '10',
        cursor,
      },
    };
  },
  'GET /api/leads/export': async () => ({ path: '/api/leads/export', query: { eventId } }),
  'POST /api/leads/bulk-verify': async () => {
    const { id } = await submitLead(api.anyone, eventId);
    return { path: '/api/leads/bulk-verify', body: () => ({ leadIds: [id] }) };
  },
  'PATCH /api/leads/{id}': async () => ({
    path: `/api/leads/${(await submitLead(api.anyone, eventId)).id}`,
    body: () => ({ eventId, ...somebody(), source: 'volunteer', status: 'verified' }),
  }),
  'DELETE /api/leads/{id}': async () => ({
    path: `/api/leads/${(await submitLead(api.anyone, eventId)).id}`,
  }),

  'PATCH /api/users/{id}': async () => ({
    path: `/api/users/${(await newVolunteer()).id}`,
    body: () => ({ fullName: 'Jo Bloggs', username: newName(), password }),
  }),
  'DELETE /api/users/{id}': async () => ({ path: `/api/users/${(await newVolunteer()).id}` }),

  'POST /api/volunteer-assignments': async () => {
    const { id: volunteerId } = await newVolunteer();
    return {
      path: '/api/volunteer-assignments',
      body: () => ({ volunteerId, userId: volunteerId, eventId }),
    };
  },
  'PATCH /api/volunteer-assignments/{id}/revoke': async () => ({
    path: `/api/volunteer-assignments/${(await newAssignment()).id}/revoke`,
  }),

  'GET /api/analytics': async () => ({
    path: '/api/analytics',
    query: { timeZone: 'Europe/Lisbon' },
  }),
};

const names = Object.keys(examples);
const writing = names.filter((name) => !name.startsWith('GET'));
const withPath = names.filter((name) => name.includes('{'));
const withBody = [
  ...names.filter((name) => name.startsWith('POST') && !name.endsWith('/logout')),
  ...names.filter((name) => name.startsWith('PATCH') && !name.endsWith('/revoke')),
];
const withQuery = [
  'GET /api/sponsors',
  'GET /api/prizes',
  'GET /api/leads',
  'GET /api/leads/export',
  'GET /api/analytics',
  'GET /api/events/{eventId}/live',
];

type Ready = Example & { client: Client; method: string };

async function exampleOf(name: string): Promise<Ready> {
  const example = await examples[name]?.();
  if (!example) throw new Error(`There is no example of ${name}`);
  return { client: api.admin, ...example, method: name.split(' ')[0] ?? '' };
}

async function exampleWithBody(name: string): Promise<Ready & { body: () => Body }> {
  const { body, ...example } = await exampleOf(name);
  if (!body) throw new Error(`${name} has no body`);
  return { ...example, body };
}

/** Any character of Unicode, and for JSON also halves of one. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const queryText = (query: Record<string, string>) => `?${new URLSearchParams(query)}`;

let digest: string;
beforeAll(async () => {
  const tables = await api.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('login_failures', 'sessions')`;
  // The transaction that wrote a row stands in the row itself.
  const rows = tables.map(
    ({ name }) => `(select count(*) || '/' || sum(xmin::text::bigint) from "${name}")`,
  );
  digest = `select concat_ws(' ', (select count(*) from sessions), ${rows.join()}) as contents`;
});

/** One value for all rows that there are, but for what log-ins remember of failures. */
async function contents(): Promise<string> {
  const [row] = await api.sql.unsafe<[{ contents: string }]>(digest, []);
  return row.contents;
}

/** Watches the database from here on: a call that is refused must leave it as it was. */
async function watch() {
  let before = await contents();
  return async (call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    const after = await contents();
    expectSentence(answer);
    if (answer.status >= 400) expect(after, 'a refused call wrote something').toBe(before);
    before = after;
    return answer;
  };
}

function expectSentence({ status, text, headers }: Answer): void {
  expect(status, text).toBeLessThan(500);
  if (status < 400) return;
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^[^\r\n]{5,200}$/);
}

describe('the examples', () => {
  it('are of every call that writes or takes a parameter', async () => {
    const { paths } = (await api.anyone.get('/api/openapi.json')).json() as {
      paths: Record<
        string,
        Record<string, { parameters?: { in: string }[]; requestBody?: object }>
      >;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        places: parameters.map((parameter) => parameter.in),
        body: requestBody !== undefined,
      })),
    );
    const namesWhere = (test: (operation: (typeof operations)[number]) => boolean) =>
      operations
        .filter(test)
        .map(({ name }) => name)
        .sort();

    expect(namesWhere(({ name, places }) => !name.startsWith('GET') || places.length > 0)).toEqual(
      names.toSorted(),
    );
    expect(namesWhere(({ body }) => body)).toEqual(withBody.toSorted());
    expect(namesWhere(({ places }) => places.includes('query'))).toEqual(withQuery.toSorted());
  });

  it.each(names)('%s is taken as it is, and with fields nobody knows', async (name) => {
    const { client, method, path, body, query } = await exampleOf(name);
    const answer = await client.send(method, path + (query ? queryText(query) : ''), body?.());
    expect([200, 201, 204], answer.text).toContain(answer.status);

    const again = await exampleOf(name);
    const more = { toString: 'x', hasOwnProperty: 1, constructor: 'x', 'ключ 🔑': [{}] };
    const extended = await again.client.send(
      method,
      again.path + (again.query ? queryText({ ...again.query, and: 'more' }) : ''),
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
  const bodies: [called: string, body: string | Buffer, refusal: (number | string)[]][] = [
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

  it.each(writing)('is refused by %s', async (name) => {
    const { client, method, path } = await exampleOf(name);
    const attempt = await watch();
    for (const [called, body, refusal] of bodies) {
      const answer = await attempt(client.send(method, path, body));
      expect([called, ...answer.refusal]).toEqual([called, ...refusal]);
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
      'json',
      ';',
    ]) {
      const answer = await attempt(client.send(method, path, '{}', { 'content-type': type }));
      expect([type, ...answer.refusal]).toEqual([type, 415, 'Send the request as JSON']);
    }
  });
});

describe('a body that is JSON, but no object', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const bodies = ['', 'null', 'true', '7', '1e400', '-0', '"text"', '[]', '[{}]', '[[]]', deep];

  it.each(withBody)('is refused by %s', async (name) => {
    const { client, method, path } = await exampleOf(name);
    const attempt = await watch();
    for (const body of bodies) {
      const answer = await attempt(client.send(method, path, body));
      expect(answer.refusal).toEqual([400, 'The request body must be a JSON object']);
    }
  });

  it.each(withBody)('is no way to bury %s', async (name) => {
    const { client, method, path, body } = await exampleWithBody(name);
    const attempt = await watch();
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nest = `${open.repeat(50_000)}1${close.repeat(50_000)}`;
      // Too large for most calls; where it is not, it is a field that nobody knows or of a wrong type.
      await attempt(client.send(method, path, nest));
      for (const field of Object.keys(body())) {
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
    const { client, method, path } = await exampleOf(name);
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

  it.each(['POST /api/leads/public', 'POST /api/leads/bulk-verify', 'POST /api/sponsors'])(
    'is refused by %s without a length in advance',
    async (name) => {
      const chunk = ['Transfer-Encoding: chunked', '', body.length.toString(16), ''];
      expect(await sendAll(name, ...chunk)).toMatch(TOO_LARGE);
    },
  );

  it('is refused by its size after unpacking', async () => {
    const attempt = await watch();
    const send = (body: Buffer, encoding: string) =>
      attempt(api.anyone.post('/api/leads/public', body, { 'content-encoding': encoding }));
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect((await send(bomb, 'gzip')).status).toBe(413);
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'nonsense', 'gzip, gzip', '']) {
      const answer = await send(Buffer.from(JSON.stringify(leadBody()).slice(1)), encoding);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });
});

/** The example's body as text, with one field written differently. */
function withField(body: Body, field: string, json: string): string {
  const fields = Object.entries({ ...body, [field]: null }).map(
    ([key, value]) => `${JSON.stringify(key)}:${key === field ? json : JSON.stringify(value)}`,
  );
  return `{${fields.join()}}`;
}

describe('a field that is not what it should be', () => {
  const values = [
    ...['null', 'true', '0', '-1', '1.5', '1e400', '9223372036854775808'],
    ...['[]', '{}', '[null]', '[[[["x"]]]]', '{"toString": "x"}'],
    ...['""', '" "', '"x"', '"\\u0000"', '"\\ud800"', '"NaN"', '"1e5"', '"99999-01-01"'],
    JSON.stringify('x'.repeat(60_000)),
    JSON.stringify('😀'.repeat(15_000)),
    JSON.stringify(`data:image/svg+xml,${'<!-- -->'.repeat(60)}`),
    JSON.stringify('00000000-0000-0000-0000-000000000000'),
  ];

  it.each(withBody)('never breaks %s', async (name) => {
    const { client, method, path, body } = await exampleWithBody(name);
    const attempt = await watch();
    for (const field of Object.keys(body())) {
      // A change takes any subset, so the field goes alone.
      const rest = method === 'PATCH' ? () => ({}) : body;
      for (const json of values) {
        await attempt(client.send(method, path, withField(rest(), field, json)));
      }
      const others = Object.entries(body()).filter(([key]) => key !== field);
      await attempt(client.send(method, path, Object.fromEntries(others)));
    }
  });

  it.each(withBody)('has no NUL and no half characters in %s', async (name) => {
    const { client, method, path, body } = await exampleWithBody(name);
    const attempt = await watch();
    for (const [field, value] of Object.entries(body())) {
      // Passwords are hashed and never stored, so they may be anything.
      if (typeof value !== 'string' || field === 'password') continue;
      for (const bad of ['\u0000', '\ud83d', '\udc00']) {
        for (const text of [value + bad, bad + value]) {
          const answer = await attempt(client.send(method, path, { ...body(), [field]: text }));
          expect([field, answer.status < 500 && answer.status >= 400]).toEqual([field, true]);
        }
      }
    }
  });
});

describe('text that means something to other programs', () => {
  const texts = [
    `Robert'); DROP TABLE leads;--`,
    `" OR ""=" \\'; select pg_sleep(10) --`,
    '<script>alert("1")</script><!-- & &amp; -->',
    '#{7*7} {{7*7}} $1 %s %00 \\u0000 \\x00',
    '=HYPERLINK("http://x","y")',
    'Zoë 李小龍 محمد 👩‍👩‍👧 e\u0301 \u202eevil \u200b\u2028\ufffe',
  ];
  const plainFields = new Set(['name', 'fullName', 'location', 'description', 'value', 'username']);
  const lists: Record<string, string> = {
    auth: '/api/users/volunteers',
    users: '/api/users/volunteers',
    events: '/api/events',
    leads: '/api/leads',
    prizes: '/api/prizes',
    sponsors: '/api/sponsors',
  };

  it.each(
    withBody.filter(
      (name) => name.startsWith('P') && !/login|draw|seal|void|bulk|assign/.test(name),
    ),
  )('is just text to %s, and comes back as it was', async (name) => {
    const { client, method, path, body } = await exampleWithBody(name);
    const sent: string[] = [];
    for (const field of Object.keys(body()).filter((key) => plainFields.has(key))) {
      for (const text of texts) {
        const unique = `${text} ${next()}`;
        const fields = method === 'PATCH' ? { [field]: unique } : { ...body(), [field]: unique };
        const answer = await client.send(method, path, fields);
        expect([200, 201, 204], answer.text).toContain(answer.status);
        const thing = answer.json() as Body & { user?: Body };
        expect(Object.values(thing.user ?? thing)).toContain(unique);
        sent.push(unique);
      }
    }
    expect(sent.length).toBeGreaterThan(0);

    const list = lists[path.split('/')[2] ?? ''];
    const answer = await api.admin.get(
      `${list}${list === '/api/sponsors' ? `?eventId=${eventId}` : ''}`,
    );
    const stored = (answer.json() as Body[]).flatMap((thing) => Object.values(thing));
    // A change leaves only the last text of each field.
    if (method === 'POST') expect(stored).toEqual(expect.arrayContaining(sent));
    else expect(stored).toContain(sent.at(-1));
  });
});

describe('a path', () => {
  const uuid = '00000000-0000-4000-8000-000000000000';
  const ids = [
    ...[uuid, uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, `${uuid}%00`],
    ...['0', '-1', '1e400', 'null', 'undefined', 'NaN', '[object%20Object]', '__proto__'],
    ...['constructor', '%00', '%F0%9F%98%80', '%ED%95%9C', "'%20or%201=1--", '%3Cscript%3E'],
    ...['..%2F..%2Fetc%2Fpasswd', '%5C..%5C', '*', '%25', '%2B', ';', 'x'.repeat(100)],
    'x'.repeat(5000),
  ];
  const broken = ['%', '%z', '%zz', '%E0%A4%A', '%C0%80', '%FF', 'x%', '%ED%A0%80'];

  it.each(withPath)('with an id that is none is not found: %s', async (name) => {
    const { client, method, body } = await exampleOf(name);
    const [, template = ''] = name.split(' ');
    const attempt = await watch();
    const send = (id: string) =>
      attempt(client.send(method, template.replace(/\{\w+\}/, id), body?.()));
    const sentences = Object.values(problems).flatMap(([status, sentence]) =>
      status === 404 ? [sentence] : [],
    );
    for (const id of ids) {
      const [status, sentence] = (await send(id)).refusal;
      expect([id, status]).toEqual([id, 404]);
      expect(sentences).toContain(sentence);
    }
    for (const id of broken) {
      expect((await send(id)).refusal).toEqual([400, 'The request could not be understood']);
    }
  });

  it.each(withPath)('is never anything else but found or not: %s', async (name) => {
    const { client, method, body } = await exampleOf(name);
    const [, template = ''] = name.split(' ');
    const attempt = await watch();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: character, maxLength: 60 }), async (id) => {
        const path = template.replace(/\{\w+\}/, () => encodeURIComponent(id));
        await attempt(client.send(method, path, body?.()));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a query', () => {
  it.each(withQuery)('says everything once: %s', async (name) => {
    const { client, path, query = {} } = await exampleOf(name);
    for (const [key, value] of Object.entries(query)) {
      const pair = new URLSearchParams({ [key]: value });
      for (const twice of [`${pair}&${pair}`, `${pair}&${key}=`]) {
        const answer = await client.get(`${path}?${twice}`);
        expectSentence(answer);
        expect([key, answer.status]).toEqual([key, 400]);
      }
    }
  });

  it.each(withQuery)('of any shape is answered: %s', async (name) => {
    const { client, path, query = {} } = await exampleOf(name);
    const moment = fc.stringMatching(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/,
    );
    const cursor = fc
      .tuple(fc.stringMatching(/^\d{4}-[01]\d-[0-3]\dT[\d:.]{1,12}\+00:00$/), fc.uuid())
      .map((parts) => Buffer.from(parts.join(' ')).toString('base64url'));
    const value = fc.oneof(
      fc.string({ unit: character }),
      fc.string(),
      moment,
      cursor,
      fc.double().map(String),
      fc.constantFrom('', ' ', '%', '\u0000', 'all', 'null', '1e2', '0x10', '+05:30', 'infinity'),
    );
    const key = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...Object.keys(query)) },
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(key, value, fc.boolean(), async (key, value, alone) => {
        const changed = new URLSearchParams({ ...(alone ? {} : query), [key]: value });
        expectSentence(await client.get(`${path}?${changed}`));
      }),
      { numRuns: 80 },
    );
  });

  it.each(withQuery)('that is badly written is answered: %s', async (name) => {
    const { client, path, query = {} } = await exampleOf(name);
    const [key = ''] = Object.keys(query);
    for (const text of [
      ...['?', '&', '=', '==&&', '%', '%zz', `${key}`, `${key}=%zz`, `${key}=%`, `${key}=%C0%80`],
      ...[`${key}[]=x`, `${key}[a]=x`, `${key}.a=x`, '__proto__=x', '__proto__[a]=x', `${key}=%00`],
      `${key}=${'x'.repeat(8000)}`,
      // What a moment may be by the standard, and is not to PostgreSQL.
      'from=0000-01-01T00:00:00Z',
      'to=2026-01-01T00:00:00%2B23:59',
      `cursor=${Buffer.from(`0000-01-01T00:00:00+00:00 ${eventId}`).toString('base64url')}`,
      Array.from({ length: 2000 }, (_, i) => `k${i}`).join('&'),
    ]) {
      expectSentence(await client.get(`${path}?${text}`));
    }
  });
});

describe('headers', () => {
  it('with anything but a living token sign nobody in', async () => {
    const { token = '' } = api.admin;
    for (const authorization of [
      ...['', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'bearer x', token],
      ...[`Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} x`, `Bearer ${token},x`],
      ...[`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Bearer "${token}"`, `Token ${token}`],
      ...[`Bearer ${token.toLowerCase()}x`.slice(0, -1), `Bearer ${'A'.repeat(43)}`],
      ...["Bearer ' or 1=1--", `Bearer ${'x'.repeat(8000)}`, 'Bearer \u00ff\u00fe'],
    ]) {
      const headers = { authorization };
      const refused = await api.anyone.post('/api/events', eventBody(), headers);
      expect([authorization, ...refused.refusal]).toEqual([
        authorization,
        401,
        'Please sign in to continue',
      ]);
      // What is open to anyone stays open.
      const open = await api.anyone.get(`/api/events/${eventId}`, headers);
      expect([open.status, Object.keys(open.json() as object)]).toEqual([
        200,
        ['id', 'name', 'date', 'location', 'status', 'country', 'phoneMinLength'],
      ]);
    }
  });

  it('of any other kind are answered', async () => {
    const values = ['', ',', ';', '*', '*;q=0', '*/*;q=x', 'x'.repeat(4000), '\u00ff', '"', '%00'];
    for (const header of [
      ...['accept', 'accept-encoding', 'accept-language', 'cookie', 'if-none-match', 'origin'],
      ...['if-modified-since', 'range', 'x-forwarded-for', 'x-forwarded-host', 'forwarded'],
      ...['x-http-method-override', 'referer', 'user-agent'],
    ]) {
      for (const value of values) {
        expectSentence(await api.admin.get('/api/leads?limit=2', { [header]: value }));
      }
    }
  });
});

describe('one field, or one more, replaced by anything at all', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: character }),
    fc.string({ unit: codeUnit, minLength: 1 }),
    fc.string({ minLength: 2, maxLength: 120 }),
    fc.uuid(),
    fc.emailAddress(),
    fc.stringMatching(/^[0-9 +()-]{8,22}$/),
    fc.stringMatching(/^-?\d{0,9}\.?\d{0,3}$/),
    fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d(T[0-2]\d:[0-5]\d(:[0-5]\d)?Z?)?$/),
    fc.double(),
    fc.integer(),
    fc.array(fc.oneof(fc.uuid(), fc.jsonValue()), { maxLength: 5 }),
    fc.constantFrom('upcoming', 'ended', 'qr', 'verified', 'promoted', 'admin', logo, '__proto__'),
  );

  it.each(withBody)('%s takes it or refuses it, and a refusal changes nothing', async (name) => {
    const { client, method, path, body } = await exampleWithBody(name);
    const field = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...Object.keys(body())) },
      { weight: 1, arbitrary: fc.string() },
      { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'id', 'createdBy') },
    );
    const attempt = await watch();
    await fc.assert(
      fc.asyncProperty(field, anything, async (key, value) => {
        const rest = method === 'PATCH' ? {} : body();
        const changed = Object.fromEntries([...Object.entries(rest), [key, value]]);
        await attempt(client.send(method, path, changed));
      }),
      // Hashing passwords is slow on purpose.
      { numRuns: /auth|users/.test(name) ? 40 : 120 },
    );
  });
});

/** Bytes as they are, and everything that comes back until the connection is closed. */
function exchange(bytes: Uint8Array | string, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('data', (chunk) => received.push(chunk));
    // The server may close while there is still something to send.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')));
    if (hangUp) socket.end(bytes);
    else socket.write(bytes);
  });
}

describe('what is hardly HTTP', () => {
  const more = 'Host: x\r\nConnection: close\r\n';
  const post = `POST /api/leads/public HTTP/1.1\r\n${more}Content-Type: application/json\r\n`;
  const get = `GET /healthz HTTP/1.1\r\n${more}`;
  const getPath = (path: string) => `GET ${path} HTTP/1.1\r\n${more}\r\n`;
  const lead = () => JSON.stringify({ eventId, ...somebody() });
  const chunk = (size: string) =>
    `${post}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${lead()}\r\n`;

  async function expectUnharmed(before: string): Promise<void> {
    expect(await contents()).toBe(before);
    expect((await api.anyone.get('/readyz')).status).toBe(200);
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
    const before = await contents();
    expect(await exchange(bytes())).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]+\r\n\r\n[^\r\n]{5,100}$/);
    await expectUnharmed(before);
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
    const before = await contents();
    expect(await exchange(bytes(), { hangUp: true })).toMatch(/^(HTTP\/1\.1 4\d\d [\s\S]+)?$/);
    await expectUnharmed(before);
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

  it('does not stand in the way of what comes right on a raw socket', async () => {
    const body = lead();
    const answer = await exchange(`${post}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  });
});
