import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { ADMIN } from '../test/world/accounts.ts';
import { startApi, type TestApi } from '../test/world/api.ts';
import type { ApiResponse } from '../test/world/client.ts';
import { createEvent, createVolunteer, newContact } from '../test/world/fixtures.ts';

let api: TestApi;
let volunteer: Awaited<ReturnType<typeof createVolunteer>>;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '1' }, createLog('silent'), {
    oneProcess: 'must refuse the second entry, and have no web app',
  });
  volunteer = await createVolunteer(api);
});
afterAll(() => api.close());

const responses: [what: string, status: number, call: () => Promise<ApiResponse>][] = [
  ['JSON', 200, () => api.admin.get('/api/events')],
  ['streamed JSON', 200, () => api.admin.get('/api/leads')],
  ['a login', 200, () => api.anyone.post('/api/auth/login', ADMIN)],
  [
    'something new',
    201,
    () => api.admin.post('/api/events', { name: 'Fair', date: '2026-12-05', location: 'Hall' }),
  ],
  ['bad input', 400, () => api.anyone.post('/api/auth/login', {})],
  ['bad JSON', 400, () => api.anyone.post('/api/auth/login', '{')],
  ['no session', 401, () => api.anyone.get('/api/events')],
  ['no right', 403, () => volunteer.client.get('/api/analytics')],
  ['no such thing', 404, () => api.anyone.get('/api/events/none')],
  ['no such route', 404, () => api.anyone.get('/api/nothing')],
  ['no such page', 404, () => api.anyone.get('/nothing')],
  ['too much', 413, () => api.anyone.post('/api/auth/login', { username: 'x'.repeat(70_000) })],
  [
    'another media type',
    415,
    () => api.anyone.post('/api/auth/login', 'x', { 'content-type': 'text/plain' }),
  ],
  [
    'too often',
    429,
    async () => {
      const event = await createEvent(api.admin);
      const enter = () =>
        api.anyone.post('/api/leads/public', { eventId: event.id, ...newContact() });
      await enter();
      return enter();
    },
  ],
  [
    'our own fault',
    500,
    async () => {
      const event = await createEvent(api.admin);
      await api.sql`alter table prizes rename to lost`;
      const response = await api.anyone.get(`/api/prizes?eventId=${event.id}`);
      await api.sql`alter table lost rename to prizes`;
      return response;
    },
  ],
];

it.each(responses)(
  'the answer to %s runs nothing, is what it says it is, and sets no cookie',
  async (_, status, call) => {
    const response = await call();
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
    expect(headers.has('content-security-policy-report-only')).toBe(false);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBeTruthy();
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.getSetCookie()).toEqual([]);
    for (const name of ['access-control-allow-origin', 'x-powered-by', 'server']) {
      expect(headers.has(name), name).toBe(false);
    }
  },
);

describe.each([
  ['a page', '/api/docs'],
  ['a script', '/api/docs/static/swagger-ui-bundle.js'],
])('%s', (_, path) => {
  let headers: Headers;
  beforeAll(async () => {
    const response = await api.anyone.get(path);
    expect(response.status).toBe(200);
    headers = response.headers;
  });

  it('runs our own scripts only, and is in no frame', () => {
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources.join(' ')];
      }),
    );
    expect(policy.get('script-src')).toBe("'self'");
    // Everything without a directive of its own falls back to this one: objects, frames, eval.
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.has('script-src-elem') || policy.has('script-src-attr')).toBe(false);
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('shares its window with no other site, and is for no search engine', () => {
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });

  it('is what it says it is, and its address stays here', () => {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

describe('a response of the API', () => {
  it.each([
    '/api/events',
    '/api/leads',
    '/api/leads/export',
    '/api/auth/me',
    '/api/users/volunteers',
    // Another spelling of a path is still the same route.
    '/%61pi/leads',
    '/a%70%69/leads/export',
    '/api/leads/',
  ])('at %s is kept by nobody on the way, and found by nobody who searches', async (path) => {
    const response = await api.admin.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('another site', () => {
  const origin = { origin: 'https://elsewhere.example' };

  it('gets no permission to read, asked politely or not', async () => {
    const read = await api.admin.get('/api/events', origin);
    expect(read.headers.has('access-control-allow-origin')).toBe(false);
    const preflight = await api.anyone.send('OPTIONS', '/api/events', undefined, {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(preflight.status).toBe(404);
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('cannot ride on a session, because no cookie carries one', async () => {
    const event = { name: 'Fair', date: '2026-12-05', location: 'Hall' };
    for (const name of ['token', 'session', 'authorization']) {
      const cookie = `${name}=${api.admin.token}`;
      const response = await api.anyone.post('/api/events', event, { ...origin, cookie });
      expect(response.status).toBe(401);
    }
  });
});
