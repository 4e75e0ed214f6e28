import { once } from 'node:events';
import { connect } from 'node:net';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../login/auth/secrets.ts';
import { startSession } from '../../login/auth/session-store.ts';
import { findUserByUsername, replacePassword, setPassword } from '../../login/auth/store.ts';
import { newAdministrator } from '../../test/checks/callers.ts';
import { LONG_TIMEOUT, standstill } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createVolunteer, eventBody, newContact } from '../../test/world/fixtures.ts';
import { notSignedIn } from '../../test/world/login.ts';
import { changeAccount } from './store.ts';

const api = await startApi({}, undefined, { oneProcess: 'a raw socket needs one address' });
afterAll(() => api.close());

const location = { sessionHours: 12, device: 'Test', address: '127.0.0.1' };

describe('a session that ends while a request arrives', () => {
  it('no longer makes the change', async () => {
    const other = await api.anyone.signIn(ADMIN);
    const { port, hostname } = new URL(other.url);
    await api.sql`
      update sessions set last_used_at = now() - interval '2 hours'
      where token_hash = sha256(${Buffer.from(other.token ?? '')})`;
    const body = JSON.stringify({ username: 'held-back', password: 'held-back', name: 'Held' });
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(
      `POST /api/auth/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
        `authorization: Bearer ${other.token}\r\ncontent-length: ${body.length}\r\n` +
        `connection: close\r\n\r\n${body.slice(0, 5)}`,
    );
    // The guard has admitted the request once the session's use is recorded.
    await vi.waitFor(async () => {
      expect(
        await api.sql`select from sessions where last_used_at < now() - interval '1 hour'`,
      ).toEqual([]);
    }, LONG_TIMEOUT);
    expect((await other.post('/api/auth/logout')).status).toBe(200);
    socket.write(body.slice(5));
    const [response] = await once(socket, 'data');
    expect(response).toMatch(/^HTTP\/1.1 401 /);
    expect(await findUserByUsername(api.sql, 'held-back')).toBeUndefined();
  });
});

describe('an account that is disabled while its request is past every check', () => {
  it('no longer makes the change', async () => {
    const admin = await newAdministrator(api);
    let late: Promise<ApiResponse> | undefined;
    await api.sql.begin(async (tx) => {
      const user = api.admin.user as SessionUser;
      const by = { ...user, sessionId: '', scopes: null };
      await changeAccount(tx, admin.user?.id ?? '', { disabled: true }, by);
      late = admin.post('/api/events', { ...eventBody(), name: 'Too Late' });
      await standstill(api.sql, [late]);
    });
    expect((await late)?.problem).toEqual(notSignedIn);
    expect(await api.sql`select from events where name = 'Too Late'`).toEqual([]);
  });

  it('is disabled only after a change that is under way', async () => {
    const admin = await newAdministrator(api);
    const event = await createEvent(api.admin);
    const calls: Promise<ApiResponse>[] = [];
    await api.sql.begin(async (tx) => {
      await tx`select from events where id = ${event.id} for update`;
      calls.push(admin.patch(`/api/events/${event.id}`, { name: 'In Time' }));
      await standstill(api.sql, calls);
      const disabled = { disabled: true, currentPassword: ADMIN.password };
      calls.push(api.admin.patch(`/api/accounts/${admin.user?.id}`, disabled));
      await standstill(api.sql, calls);
    });
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    const trail = await api.sql`
      select kind from audit_log where kind in ('event-changed', 'account-disabled') order by at`;
    expect(trail.map(({ kind }) => kind)).toEqual(['event-changed', 'account-disabled']);
  });
});

describe('a password that was reset meanwhile', () => {
  it('is not overwritten by a change that began before', async () => {
    const { id } = await createVolunteer(api);
    const [{ passwordHash: from }] = await api.sql<[{ passwordHash: string }]>`
      select password_hash from users where id = ${id}`;
    await setPassword(api.sql, id, await hashPassword('reset by an administrator'));
    const to = await hashPassword('of the thief');
    expect(await replacePassword(api.sql, id, { from, to, keptToken: undefined })).toEqual({
      ok: false,
      problem: 'wrong-password',
    });
  });
});

describe('a login under way when the second factor is turned on', () => {
  it('starts no session, and uses up no code', async () => {
    const user = await findUserByUsername(api.sql, ADMIN.username);
    if (!user) throw new Error('There is no administrator');
    const key = Buffer.alloc(20);
    await api.sql`
      update users set totp_key = ${key}, totp_enabled_at = now() where id = ${user.id}`;
    expect(await startSession(api.sql, { ...location, token: 'x'.repeat(43), user })).toBe(
      'account changed',
    );
    await api.sql`update users set totp_key = null, totp_enabled_at = null where id = ${user.id}`;
    expect(await startSession(api.sql, { ...location, token: 'y'.repeat(43), user })).toBe(
      'started',
    );
  });
});

describe('a logo', () => {
  it('has no long parameters, which the limit on its size would not count', async () => {
    const event = await createEvent(api.admin);
    const logo = `data:image/svg+xml;${'a'.repeat(4000)},<svg xmlns="http://www.w3.org/2000/svg"/>`;
    expect((await api.admin.post('/api/sponsors', { eventId: event.id, logo })).status).toBe(400);
  });
});

describe('the audit trail', () => {
  const count = async () => {
    const [row] = await api.sql<[{ count: number }]>`select count(*)::int as count from audit_log`;
    return row.count;
  };

  it('records leads that an administrator adds, but no edit that changes nothing', async () => {
    const event = await createEvent(api.admin);
    const { client } = await createVolunteer(api, [event.id]);
    const ownLeadInput = { id: crypto.randomUUID(), eventId: event.id, ...newContact() };
    await client.post('/api/leads', ownLeadInput);
    const before = await count();
    expect((await client.patch(`/api/volunteer/leads/${ownLeadInput.id}`, {})).status).toBe(200);
    expect(await count()).toBe(before);
    await api.admin.post('/api/leads', { eventId: event.id, ...newContact() });
    expect(await count()).toBe(before + 1);
  });
});

describe('a sponsor that is restored beyond the limit', () => {
  it('is refused with a sentence', async () => {
    const event = await createEvent(api.admin);
    const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const add = () => api.admin.post('/api/sponsors', { eventId: event.id, logo });
    const first = (await add()).json() as { id: string };
    for (let i = 1; i < 60; i++) await add();
    await api.admin.delete(`/api/sponsors/${first.id}`);
    expect((await add()).status).toBe(201);
    expect((await api.admin.post(`/api/sponsors/${first.id}/restore`)).status).toBe(409);
  });
});
