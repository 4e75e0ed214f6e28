import type { AddressInfo } from 'node:net';
import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import { problemDocument } from '@drawbridge/contract/core/problem-document';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { preparedDirectory } from '../test/database/data-directory.ts';
import { connectSql } from '../test/database/sql.ts';
import { startApi, type TestApi } from '../test/world/api.ts';
import { type ApiResponse, Client } from '../test/world/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  UNKNOWN_ID,
  verifiedLead,
} from '../test/world/fixtures.ts';

const asDocument = { accept: 'application/problem+json' };

/** The same problem in the format of RFC 9457. */
function documentOf(code: ProblemCode) {
  const [status, title] = problems[code];
  return { type: `/help/api#${code}`, title, detail: title, status, code };
}

describe('a problem', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  type Call = (headers: Record<string, string>) => Promise<ApiResponse>;
  const causes: [code: ProblemCode, call: Call][] = [
    ['malformed-request', (headers) => api.anyone.get('/api/events/%zz', headers)],
    ['not-signed-in', (headers) => api.anyone.get('/api/events', headers)],
    [
      'invalid-credentials',
      (headers) =>
        api.anyone.post('/api/auth/login', { username: 'nobody', password: 'secret1' }, headers),
    ],
    ['event-not-found', (headers) => api.anyone.get(`/api/events/${UNKNOWN_ID}`, headers)],
    [
      'prize-already-drawn',
      async (headers) => {
        const event = await createEvent(api.admin);
        const { id: prizeId } = await createPrize(api.admin, event.id);
        await verifiedLead(api, event.id);
        const path = `/api/events/${event.id}/draw-winner`;
        await api.admin.post(path, { prizeId });
        return api.admin.post(path, { prizeId }, headers);
      },
    ],
    [
      'too-large',
      (headers) => api.anyone.post('/api/auth/login', { username: 'x'.repeat(70_000) }, headers),
    ],
    ['route-not-found', (headers) => api.anyone.get('/api/nothing', headers)],
    ['route-not-found', (headers) => api.anyone.send('PUT', '/api/events', {}, headers)],
    ['route-not-found', (headers) => api.anyone.get(`/api/events/${'9'.repeat(500)}`, headers)],
  ];

  it.each(causes)('%s is one plain sentence, and a document for programs', async (code, call) => {
    const response = await call({});
    expect(response.problem).toEqual(problems[code]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept');
    const told = await call({ accept: 'application/json, application/problem+json;q=0.9' });
    expect(told.status).toBe(problems[code][0]);
    expect(told.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
    expect(told.as(problemDocument.strict())).toEqual(documentOf(code));
  });

  it.each([
    ['application/json', 'application/problem+json'],
    ['application/json; q=1', 'application/problem+json'],
    ['*/*', 'text/plain; charset=utf-8'],
    ['application/json, text/plain, */*', 'text/plain; charset=utf-8'],
  ])('comes to whoever accepts %s as %s', async (accept, type) => {
    const response = await api.anyone.get('/api/events', { accept });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Drawbridge"');
  });

  it('says that a token is not valid', async () => {
    const authorization = `Bearer ${'x'.repeat(43)}`;
    const { headers } = await api.anyone.get('/api/events', { authorization });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="Drawbridge", error="invalid_token"',
    );
  });

  it('names the field of a broken cursor', async () => {
    for (const path of ['/api/leads?limit=1&cursor=x', '/api/audit?limit=1&cursor=x']) {
      const { fields } = (await api.admin.get(path, asDocument)).as(problemDocument);
      expect(fields).toEqual([{ field: 'cursor', message: 'The cursor is not valid' }]);
    }
  });

  it('names every bad field to programs, and the first of them to people', async () => {
    const input = { fullName: '', username: 'ab', password: '123', role: 'admin' };
    const sentence = 'Full name is required';
    expect((await api.admin.post('/api/auth/register', input)).problem).toEqual([400, sentence]);

    const response = await api.admin.post('/api/auth/register', input, asDocument);
    expect(response.as(problemDocument.strict())).toEqual({
      ...documentOf('invalid-input'),
      detail: sentence,
      fields: [
        { field: 'fullName', message: sentence },
        { field: 'username', message: 'Username must be at least 3 characters' },
        { field: 'password', message: 'Password must be at least 6 characters' },
        { field: 'role', message: 'Only volunteers can be registered' },
      ],
    });
  });

  it('is in the language of the request, with the same code', async () => {
    const path = `/api/events/${UNKNOWN_ID}`;
    const response = await api.anyone.get(path, { ...asDocument, 'accept-language': 'de-CH, en' });
    const expectedText = 'Veranstaltung nicht gefunden';
    const document = {
      ...documentOf('event-not-found'),
      title: expectedText,
      detail: expectedText,
    };
    expect(response.as(problemDocument.strict())).toEqual(document);
    expect(response.headers.get('content-language')).toBe('de');
    expect(response.headers.get('vary')).toContain('accept-language');
    const plain = await api.anyone.get(path, { 'accept-language': 'de' });
    expect(plain.text).toBe(expectedText);
  });

  it('names the field that it belongs to, as the request calls it', async () => {
    const { username } = await createVolunteer(api);
    const event = await createEvent(api.admin, { country: 'NO' });
    const fieldsIn = async (path: string, body: object) =>
      (await api.admin.post(path, body, asDocument)).as(problemDocument).fields;
    const account = { fullName: 'Jo', username, password: 'secret-enough' };
    expect(await fieldsIn('/api/auth/register', account)).toEqual([
      { field: 'username', message: 'Username is already taken' },
    ]);
    const lead = { eventId: event.id, name: 'Kari Nordmann', phone: '1234567' };
    expect(await fieldsIn('/api/leads', lead)).toEqual([
      { field: 'phone', message: "Phone number is not valid in the event's country" },
    ]);
    const change = { currentPassword: 'not mine', newPassword: 'something else' };
    expect(await fieldsIn('/api/account/password', change)).toEqual([
      { field: 'currentPassword', message: 'Your current password is wrong' },
    ]);
  });
});

describe('a failure of our own', () => {
  it('shows nothing of what happened inside, also where a compressed list was to come', async () => {
    const api = await startApi({}, createLog('silent'));
    onTestFinished(() => api.close());
    const event = await createEvent(api.admin);
    const path = `/api/prizes?eventId=${event.id}`;
    expect((await api.admin.get('/api/leads')).headers.get('content-encoding')).toBeTruthy();
    await api.sql`alter table leads rename to lost`;
    await api.sql`drop table prizes cascade`;

    for (const response of [await api.anyone.get(path), await api.admin.get('/api/leads')]) {
      expect(response.problem).toEqual([
        500,
        'Something went wrong on our side. Please try again.',
      ]);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('content-encoding')).toBeNull();
    }
    const document = await api.anyone.get(path, asDocument);
    expect(document.status).toBe(500);
    expect(document.json()).toEqual(documentOf('unexpected'));
    // The limit applied to that request only.
    expect((await api.anyone.get(`/api/sponsors?eventId=${event.id}`)).status).toBe(200);
  });
});

describe('without its database', () => {
  it('the server says 503 and when to come back, lives on, and recovers by itself', async () => {
    // Undone in reverse order, however the test ends.
    const directory = await preparedDirectory();
    onTestFinished(() => directory.remove());
    const options = { dataDir: directory.path, log: { info: () => {}, warn: () => {} } };
    let database = await startEmbedded(options);
    onTestFinished(() => database.stop());
    const sql = connectSql(database.connection);
    onTestFinished(() => sql.end());
    const app = await createApp({
      db: sql,
      settings: readSettings({}),
      log: createLog('error'),
      webDirectory: null,
    });
    onTestFinished(() => app.close());
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const client = new Client(`http://127.0.0.1:${port}`);
    const known = () => client.get(`/api/events/${UNKNOWN_ID}`);
    expect((await known()).status).toBe(404);
    expect((await client.get('/readyz')).json()).toEqual({ status: 'ready' });

    await database.stop();

    const away = await known();
    expect(away.problem).toEqual(problems['database-away']);
    expect(away.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const document = await client.get(`/api/events/${UNKNOWN_ID}`, asDocument);
    expect(document.json()).toEqual(documentOf('database-away'));
    const ready = await client.get('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const alive = await client.get('/healthz');
    expect([alive.status, alive.json()]).toEqual([200, { status: 'ok' }]);

    database = await startEmbedded(options);

    const status = async () => (await client.get('/readyz')).status;
    await expect.poll(status).toBe(200);
    expect((await known()).status).toBe(404);
  });
});
