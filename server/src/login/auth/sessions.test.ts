import { sessionUser } from '@drawbridge/contract/login/auth';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse, Client } from '../../test/world/client.ts';
import { createEvent, createVolunteer, submitLead } from '../../test/world/fixtures.ts';
import { invalidCredentials, notSignedIn, tryLogIn } from '../../test/world/login.ts';
import { hash } from './secrets.ts';

const api = await startApi();
afterAll(() => api.close());

function me(client: Client): Promise<ApiResponse> {
  return client.get('/api/auth/me');
}

describe('the session', () => {
  it('returns the current user', async () => {
    const { id, username, client } = await createVolunteer(api);
    const response = await me(client);
    expect(response.status).toBe(200);
    expect(response.as(sessionUser.strict())).toEqual({
      id,
      username,
      name: 'Priya Shah',
      role: 'volunteer',
      events: null,
      language: null,
    });
    expect((await me(api.anyone)).problem).toEqual(notSignedIn);
  });

  it('dies with the logout, and other sessions of the same user do not', async () => {
    const { client, username, password } = await createVolunteer(api);
    const elsewhere = await api.anyone.signIn({ username, password });
    expect(elsewhere.token).not.toBe(client.token);

    const response = await client.post('/api/auth/logout');
    expect([response.status, response.json()]).toEqual([200, { ok: true }]);

    expect((await me(client)).problem).toEqual(notSignedIn);
    expect((await client.post('/api/auth/logout')).problem).toEqual(notSignedIn);
    expect((await me(elsewhere)).status).toBe(200);
  });

  it('dies with a new password, all of them, and the old password with it', async () => {
    const { id, client, username, password } = await createVolunteer(api);
    const elsewhere = await api.anyone.signIn({ username, password });

    await api.admin.patch(`/api/users/${id}`, { fullName: 'Priya S.' });
    expect((await me(client)).status).toBe(200);
    const changed = await api.admin.patch(`/api/users/${id}`, { password: 'another-secret' });
    expect(changed.status).toBe(200);

    expect((await me(client)).problem).toEqual(notSignedIn);
    expect((await me(elsewhere)).problem).toEqual(notSignedIn);
    expect((await me(api.admin)).status).toBe(200);
    expect((await tryLogIn(api, username, password)).problem).toEqual(invalidCredentials);
    expect((await tryLogIn(api, username, 'another-secret')).status).toBe(200);
  });

  it.each([
    ['gets a new password', 'update users set password_hash = $$new$$ where id = $1'],
    ['is deleted', 'delete from users where id = $1'],
  ])('does not begin with a password that was right until the account %s', async (_, change) => {
    const { id, username, password } = await createVolunteer(api);
    let late: Promise<ApiResponse> | undefined;

    // The login reads the old password during the change, and must notice it.
    await api.sql.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`;
      await tx.unsafe(change, [id]);
      await tx`delete from sessions where user_id = ${id}`;
      late = tryLogIn(api, username, password);
      await standstill(api.sql, [late]);
    });

    expect((await late)?.problem).toEqual(invalidCredentials);
    expect(await api.sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  });
});

describe('the end of a session', () => {
  it('moves with its use', async () => {
    const { client: used, username, password } = await createVolunteer(api);
    const unused = await api.anyone.signIn({ username, password });
    for (const client of [used, unused]) await age(api, client, '8 hours');
    expect((await me(used)).status).toBe(200);
    for (const client of [used, unused]) await age(api, client, '8 hours');
    expect((await me(used)).status).toBe(200);
    expect((await me(unused)).problem).toEqual(notSignedIn);
  });

  it('comes after seven days however much it is used', async () => {
    const { client } = await createVolunteer(api);
    for (let hours = 0; hours < 161; hours += 7) {
      await age(api, client, '7 hours');
      expect((await me(client)).status).toBe(200);
    }
    await age(api, client, '6 hours 59 minutes');
    expect((await me(client)).status).toBe(200);
    await age(api, client, '2 minutes');
    expect((await me(client)).problem).toEqual(notSignedIn);
  });

  it('is deleted, with other expired ones, at the next login', async () => {
    const { id, client } = await createVolunteer(api);
    await age(api, client, '13 hours');
    expect(await api.sql`select from sessions where user_id = ${id}`).toHaveLength(1);
    await api.anyone.signIn(ADMIN);
    expect(await api.sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  });

  it.each(['2001-01-01', '2099-01-01'])(
    "depends on the database's clock only; the server's says %s",
    async (now) => {
      const { client, username, password } = await createVolunteer(api);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const begun = await api.anyone.signIn({ username, password });
      expect((await me(begun)).status).toBe(200);
      await age(api, client, '11 hours');
      expect((await me(client)).status).toBe(200);
      for (const one of [begun, client]) {
        await age(api, one, '11 hours 59 minutes');
        expect((await me(one)).status).toBe(200);
        await age(api, one, '12 hours 1 minute');
        expect((await me(one)).problem).toEqual(notSignedIn);
      }
    },
  );

  it('is ignored on a public route', async () => {
    const event = await createEvent(api.admin);
    const administrator = await api.anyone.signIn(ADMIN);
    expect((await administrator.get(`/api/events/${event.id}`)).json()).toHaveProperty('leadCount');

    await age(api, administrator, '13 hours');

    const response = await administrator.get(`/api/events/${event.id}`);
    expect(response.status).toBe(200);
    expect(response.json()).not.toHaveProperty('leadCount');
    for (const path of ['raffles', '../../prizes?eventId=', '../../sponsors?eventId=']) {
      const url = path.endsWith('=') ? `${path}${event.id}` : path;
      expect((await administrator.get(`/api/events/${event.id}/${url}`)).status).toBe(200);
    }
    expect((await submitLead(administrator, event.id)).source).toBe('qr');
    expect((await administrator.get('/api/prizes')).problem).toEqual(notSignedIn);
  });

  it('follows SESSION_HOURS', async () => {
    const short = await startApi({ SESSION_HOURS: '1' }, undefined, { beside: api });
    onTestFinished(() => short.close());
    const unused = await short.anyone.signIn(ADMIN);
    await age(short, unused, '61 minutes');
    expect((await me(unused)).problem).toEqual(notSignedIn);
    await age(short, short.admin, '59 minutes');
    expect((await me(short.admin)).status).toBe(200);
    await age(short, short.admin, '61 minutes');
    expect((await me(short.admin)).problem).toEqual(notSignedIn);
  });

  /** Ages the session by this time. */
  async function age({ sql }: TestApi, { token = '' }: Client, time: string): Promise<void> {
    const changed = await sql`
      update sessions set
        created_at = created_at - ${time}::interval,
        last_used_at = last_used_at - ${time}::interval,
        expires_at = expires_at - ${time}::interval
      where token_hash = ${hash(token)} returning 1`;
    expect(changed).toHaveLength(1);
  }
});
