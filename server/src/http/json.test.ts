import { newToken } from '@drawbridge/contract/team/tokens';
import { afterAll, expect, it } from 'vitest';
import { ADMIN } from '../test/world/accounts.ts';
import { startApi } from '../test/world/api.ts';
import { Client } from '../test/world/client.ts';
import { createEvent, createPrize, submitLead } from '../test/world/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

it('a list that has not changed is answered with 304', async () => {
  const event = await createEvent(api.admin);
  await createPrize(api.admin, event.id);
  for (const path of ['/api/events', `/api/prizes?eventId=${event.id}`, '/api/users/volunteers']) {
    const etag = (await api.admin.get(path)).headers.get('etag') ?? '';
    expect(etag, path).toMatch(/^W\/"[\w-]{43}"$/);
    const again = await api.admin.get(path, { 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.text, again.headers.get('etag')], path).toEqual([304, '', etag]);
  }
  const counts = `/api/leads/counts?eventId=${event.id}`;
  const counted = (await api.admin.get(counts)).headers.get('etag') ?? '';
  expect((await api.admin.get(counts, { 'if-none-match': counted })).status).toBe(304);
  await submitLead(api.anyone, event.id);
  expect((await api.admin.get(counts, { 'if-none-match': counted })).status).toBe(200);
  const streamed = await api.admin.get(`/api/leads?eventId=${event.id}`);
  expect(streamed.headers.get('etag')).toBeNull();
  const before = (await api.admin.get('/api/events')).headers.get('etag') ?? '';
  await createPrize(api.admin, event.id);
  expect((await api.admin.get('/api/events', { 'if-none-match': before })).status).toBe(200);
});

it('every export has the name of a file', async () => {
  const event = await createEvent(api.admin);
  const { id } = await submitLead(api.anyone, event.id);
  const file = { eventId: event.id, format: 'csv' };
  const day = '\\d{4}-\\d\\d-\\d\\d';
  for (const [response, name] of [
    [await api.admin.get(`/api/leads/export?eventId=${event.id}`), `leads_${event.id}_${day}.json`],
    [await api.admin.get('/api/leads/export'), `leads_all_${day}.json`],
    [await api.admin.post('/api/leads/export', file), `leads_${event.id}_${day}.csv`],
    [await api.admin.get('/api/audit/export'), `audit_all_${day}.json`],
    [await api.admin.post('/api/people/export', { leadIds: [id] }), `person_${day}.json`],
    [
      await api.admin.post(`/api/events/${event.id}/winners/export`, { format: 'xlsx' }),
      `winners_${event.id}_${day}.xlsx`,
    ],
  ] as const) {
    expect(response.status, name).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}"$`),
    );
  }
});

it('marks in a body are booleans, and text is accepted', async () => {
  const event = await createEvent(api.admin);
  await submitLead(api.anyone, event.id);
  const rows = async (won: unknown) => {
    const response = await api.admin.post('/api/leads/export', {
      eventId: event.id,
      format: 'csv',
      won,
    });
    return response.status === 200 ? response.text.split('\r\n').length - 1 : response.problem;
  };
  expect([await rows(true), await rows(false)]).toEqual([0, 1]);
  expect([await rows('true'), await rows('false')]).toEqual([0, 1]);
  expect(await rows('maybe')).toEqual([400, 'won must be true or false']);
  const { paths } = (await api.anyone.get('/api/openapi.json')).json() as {
    paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
  };
  const won = paths['/api/leads']?.get.parameters.find(({ name }) => name === 'won');
  expect(won?.schema).toMatchObject({ type: 'boolean' });
});

it('a limited call says how many are left', async () => {
  const response = await api.admin.post('/api/tokens', {
    name: 'CRM',
    scopes: ['leads:read'],
    currentPassword: ADMIN.password,
  });
  const program = new Client(api.anyone.url, {
    token: response.as(newToken).secret,
    user: api.admin.user as never,
  });
  for (const left of [599, 598]) {
    const { headers } = await program.get('/api/leads?limit=1');
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=600;w=60');
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"minute";r=${left};t=\\d{1,2}$`));
  }
  expect((await api.admin.get('/api/leads?limit=1')).headers.get('ratelimit')).toBeNull();
});
