import { adminLead } from '@drawbridge/contract/collecting/leads';
import { scopeNames } from '@drawbridge/contract/core/scopes';
import { adminEvent } from '@drawbridge/contract/events/events';
import { auditPage } from '@drawbridge/contract/team/audit';
import { newToken, token } from '@drawbridge/contract/team/tokens';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newProgram } from '../../test/checks/callers.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import { Client } from '../../test/world/client.ts';
import { createEvent, eventBody, newContact, next, submitLead } from '../../test/world/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

const make = (fields: object = {}) =>
  api.admin.post('/api/tokens', {
    name: `CRM ${next()}`,
    scopes: ['leads:read', 'leads:write'],
    currentPassword: ADMIN.password,
    ...fields,
  });
const readList = async () => (await api.admin.get('/api/tokens')).as(z.array(token));
const clientOf = (secret: string) =>
  new Client(api.anyone.url, { token: secret, user: api.admin.user as never });

describe('a token', () => {
  it('is shown once, and adds leads in its own name', async () => {
    const createdToken = (await make({ name: 'Our CRM' })).as(newToken);
    expect(createdToken.secret).toMatch(/^drawbridge_[\w-]{43}$/);
    const [stored] = await api.sql`select password_hash from users where id = ${createdToken.id}`;
    expect(JSON.stringify([stored, await readList()])).not.toContain(createdToken.secret.slice(11));
    expect((await readList()).find(({ id }) => id === createdToken.id)?.lastUsedAt).toBeNull();

    const event = await createEvent(api.admin);
    const program = clientOf(createdToken.secret);
    const added = await program.post('/api/leads', { eventId: event.id, ...newContact() });
    expect(added.status).toBe(201);
    expect(added.as(adminLead)).toMatchObject({ submitterName: 'Our CRM' });
    expect((await readList()).find(({ id }) => id === createdToken.id)?.lastUsedAt).not.toBeNull();

    const trail = await api.admin.get(`/api/audit?kind=token-created`);
    expect(trail.as(auditPage)).toContainEqual(
      expect.objectContaining({ subject: { id: createdToken.id, name: 'Our CRM' } }),
    );
  });

  it('needs the password of who makes it, a name of its own and scopes', async () => {
    expect((await make({ currentPassword: 'wrong' })).status).toBe(403);
    await make({ name: 'Twice' });
    expect((await make({ name: 'twice' })).problem).toEqual([
      409,
      'A token with this name already exists',
    ]);
    for (const [fields, sentence] of [
      [{ scopes: [] }, 'Choose what the token may do'],
      [{ scopes: ['draws:write'] }, 'There is no such scope'],
      [{ name: ' ' }, 'Name is required'],
      [{ expiresAt: 'tomorrow' }, 'Invalid date'],
      [{ expiresAt: new Date(Date.now() - 1000).toISOString() }, 'The end must be in the future'],
    ] as const) {
      expect((await make(fields)).problem).toEqual([400, sentence]);
    }
    expect((await make({ eventId: crypto.randomUUID() })).problem).toEqual([
      404,
      'Event not found',
    ]);
  });

  it('ends when it is revoked and when its time is over', async () => {
    const [lasting, ending] = [
      (await make({ scopes: ['leads:read', 'events:write'] })).as(newToken),
      (await make({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })).as(newToken),
    ];
    for (const { secret } of [lasting, ending]) {
      expect((await clientOf(secret).get('/api/leads?limit=1')).status).toBe(200);
    }
    // Its events stay, now owned by the administrator who revokes it.
    const event = (await clientOf(lasting.secret).post('/api/events', eventBody())).as(adminEvent);
    expect((await api.admin.delete(`/api/tokens/${lasting.id}`)).status).toBe(200);
    expect((await api.admin.get(`/api/events/${event.id}`)).status).toBe(200);
    await api.sql`update sessions set expires_at = now() where user_id = ${ending.id}`;
    for (const { secret } of [lasting, ending]) {
      expect((await clientOf(secret).get('/api/leads?limit=1')).status).toBe(401);
    }
    expect((await api.admin.delete(`/api/tokens/${lasting.id}`)).problem).toEqual([
      404,
      'Token not found',
    ]);
    // A login deletes ended sessions, but not this one, whose name is still taken.
    await api.anyone.post('/api/auth/login', ADMIN);
    expect((await readList()).map(({ id }) => id)).toContain(ending.id);
  });

  it('ends its streams when it is revoked, without waiting for a heartbeat', async () => {
    const { id, secret } = (await make({ scopes: ['events:read'] })).as(newToken);
    const open = async (token = '') => {
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await fetch(`${api.anyone.url}/api/events/live`, { headers });
      return body?.pipeThrough(new TextDecoderStream()).getReader();
    };
    const [other, own] = [await open(api.admin.token), await open(secret)];
    /** The first of the two: the text, or the end of the stream. */
    const first = async (reader: typeof own, text: string) => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) return 'its end';
        if (value?.includes(text)) return text;
      }
    };
    const ends = [first(other, 'heartbeat'), first(own, 'heartbeat')];
    await api.admin.delete(`/api/tokens/${id}`);
    expect(await Promise.race(ends)).toBe('its end');
    await other?.cancel();
  });

  it('limited to one event sees and changes nothing of another', async () => {
    const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const [mine, theirs] = [
      await submitLead(api.anyone, own.id),
      await submitLead(api.anyone, other.id),
    ];
    const program = await newProgram(api, [...scopeNames], { eventId: own.id });
    const events = (await program.get('/api/events')).as(z.array(adminEvent));
    expect(events.map(({ id }) => id)).toEqual([own.id]);
    const elsewhere = [403, 'This token is for another event'];
    const unnamed = [403, 'This token is limited to one event. Add its eventId.'];
    for (const [method, path, body, problem] of [
      ['GET', '/api/leads', undefined, unnamed],
      ['GET', '/api/leads/export', undefined, unnamed],
      ['GET', '/api/analytics', undefined, unnamed],
      ['GET', '/api/prizes', undefined, unnamed],
      ['POST', '/api/events', eventBody(), unnamed],
      // Parameters that a route does not read do not count as naming an event.
      ['POST', `/api/events?eventId=${own.id}`, eventBody(), unnamed],
      ['POST', `/api/leads/export?eventId=${own.id}`, { format: 'csv' }, unnamed],
      ['GET', `/api/events/live?eventId=${own.id}`, undefined, unnamed],
      ['POST', `/api/prizes/${crypto.randomUUID()}/restore`, { eventId: own.id }, unnamed],
      ['GET', `/api/leads?eventId=${other.id}`, undefined, elsewhere],
      ['GET', `/api/leads/${theirs.id}`, undefined, elsewhere],
      ['PATCH', `/api/leads/${theirs.id}`, { name: 'Ada' }, elsewhere],
      // Neither from the other event to this one, nor in reverse.
      ['PATCH', `/api/leads/${theirs.id}`, { eventId: own.id }, elsewhere],
      ['PATCH', `/api/leads/${mine.id}`, { eventId: other.id }, elsewhere],
      ['DELETE', `/api/leads/${theirs.id}`, undefined, elsewhere],
      ['POST', '/api/leads', { eventId: other.id, ...newContact() }, elsewhere],
      ['POST', '/api/leads/export', { eventId: other.id, format: 'csv' }, elsewhere],
      ['PATCH', `/api/events/${other.id}`, { name: 'Mine' }, elsewhere],
      ['GET', `/api/events/${other.id}/winners`, undefined, elsewhere],
    ] as const) {
      expect((await program.send(method, path, body)).problem, `${method} ${path}`).toEqual(
        problem,
      );
    }
    expect((await program.get(`/api/events/${other.id}`)).text).not.toContain('totalAmount');
    expect((await program.get(`/api/leads?eventId=${own.id}`)).status).toBe(200);
    expect((await program.patch(`/api/leads/${mine.id}`, { name: 'Ada Lovelace' })).status).toBe(
      200,
    );
  });

  it('does not show winners in full, where a person has chosen otherwise', async () => {
    const program = await newProgram(api, ['events:write']);
    const event = await createEvent(api.admin, { winnerDisplay: 'short' });
    const path = `/api/events/${event.id}`;
    expect((await program.patch(path, { winnerDisplay: 'full', name: 'Loud' })).problem).toEqual([
      403,
      'Tokens cannot show winners in full or change what people share with a sponsor. Ask an administrator.',
    ]);
    const stored = (await api.admin.get(path)).as(adminEvent);
    expect(stored).toMatchObject({ winnerDisplay: 'short', name: event.name });
    expect((await api.admin.patch(path, { winnerDisplay: 'full' })).status).toBe(200);
    // An unchanged value may be sent as well.
    expect((await program.patch(path, { winnerDisplay: 'full' })).status).toBe(200);
    expect((await program.patch(path, { winnerDisplay: 'short' })).status).toBe(200);

    const copy = { name: 'Again', date: '2028-01-14', location: 'Hall 7', copyOf: event.id };
    expect((await program.post('/api/events', copy)).as(adminEvent).winnerDisplay).toBe('short');
    const loud = { ...copy, winnerDisplay: 'full' };
    expect((await program.post('/api/events', loud)).status).toBe(403);
    expect((await api.admin.post('/api/events', copy)).as(adminEvent).winnerDisplay).toBe('short');
    expect((await api.admin.post('/api/events', loud)).as(adminEvent).winnerDisplay).toBe('full');
  });

  it('corrects a pending lead, but cannot make a verified one somebody else', async () => {
    const program = await newProgram(api, ['leads:read', 'leads:write']);
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const { id } = await submitLead(api.anyone, event.id);
    const change = (fields: object) => program.patch(`/api/leads/${id}`, fields);
    const typed = '+44 7400 123999';
    expect((await change({ name: 'Right Name', phone: typed })).status).toBe(200);
    for (const status of ['verified', 'promoted']) {
      const response = await api.admin.patch(`/api/leads/${id}`, { status });
      const before = response.as(adminLead);
      for (const fields of [
        { name: 'Somebody Else' },
        { phone: '07400 123998' },
        { email: 'else@example.com' },
        { email: null },
        { eventId: other.id },
      ]) {
        expect((await change({ ...fields, source: 'volunteer' })).problem).toEqual([
          409,
          'This lead has already been verified. Ask an administrator to change it.',
        ]);
      }
      const { name, phone, email, eventId } = before;
      expect((await change({ name, phone, email, eventId })).as(adminLead)).toEqual(before);
      expect((await change({ phone: typed, source: 'qr' })).as(adminLead)).toEqual(before);
    }
  });

  it('is no account that a person could log in to', async () => {
    await make({ name: 'Sneaky' });
    for (const password of ['', ' ', 'x']) {
      const response = await api.anyone.post('/api/auth/login', {
        username: 'token Sneaky',
        password,
      });
      expect([400, 401]).toContain(response.status);
    }
  });

  it('may make only so many calls a minute', async () => {
    const program = await newProgram(api, ['leads:read']);
    const calls = Array.from({ length: 620 }, () => program.get('/api/leads/counts'));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });
});
