import { newWebhook, webhook } from '@drawbridge/contract/outreach/webhooks';
import { account } from '@drawbridge/contract/team/accounts';
import { auditPage } from '@drawbridge/contract/team/audit';
import { newToken, token } from '@drawbridge/contract/team/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newAdministrator } from '../../test/checks/callers.ts';
import { giveSecondFactor } from '../../test/fakes/second-factor.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { type ApiResponse, Client } from '../../test/world/client.ts';
import { createEvent, createVolunteer, newContact, next } from '../../test/world/fixtures.ts';
import { invalidCredentials, notSignedIn, tryLogIn, visibleIn } from '../../test/world/login.ts';

let api: TestApi;
let admin: Client;
let other: Client;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  admin = await newAdministrator(api);
  other = await newAdministrator(api);
});
afterAll(() => api.close());

const PASSWORD = 'secret-enough';
const BETTER = 'seven brass kettles';
const idOf = ({ user }: Client) => user?.id ?? '';
const nameOf = ({ user }: Client) => user?.username ?? '';
const confirm = { currentPassword: PASSWORD };
const change = (by: Client, whom: Client, fields: object) =>
  by.patch(`/api/accounts/${idOf(whom)}`, { ...fields, ...confirm });
const readList = async () => (await admin.get('/api/accounts')).as(z.array(account.strict()));

describe('an administrator', () => {
  it('creates another, who can log in and is listed', async () => {
    const username = `organiser${next()}`;
    const response = await admin.post('/api/accounts', {
      fullName: 'Ngozi Eze',
      username,
      password: BETTER,
      ...confirm,
    });
    expect(response.status).toBe(201);
    const created = response.as(account.strict());
    expect(created).toMatchObject({ username, name: 'Ngozi Eze', disabledAt: null });
    expect(await readList()).toContainEqual(created);
    const client = await api.anyone.signIn({ username, password: BETTER });
    expect(client.user?.role).toBe('admin');
  });

  it.each([
    [
      { password: 'passwordpassword' },
      [400, 'This password is easy to guess. Please choose another.'],
    ],
    [{ username: 'ADMIN' }, [409, 'Username is already taken']],
    [{ currentPassword: 'not-my-password' }, [403, 'Your current password is wrong']],
  ])('is not created with %j', async (fields, problem) => {
    const body = { fullName: 'X', username: `organiser${next()}`, password: BETTER, ...confirm };
    expect((await admin.post('/api/accounts', { ...body, ...fields })).problem).toEqual(problem);
  });

  it('is renamed, also in the leads that they added', async () => {
    const event = await createEvent(admin);
    const lead = (await other.post('/api/leads', { eventId: event.id, ...newContact() })).json<{
      id: string;
    }>();
    const response = await change(admin, other, { fullName: 'Maud', username: `maud${next()}` });
    expect(response.as(account).name).toBe('Maud');
    const [row] = await api.sql`select submitter_name as name from leads where id = ${lead.id}`;
    expect(row?.name).toBe('Maud');
    expect((await change(admin, other, { username: 'admin' })).problem).toEqual([
      409,
      'Username is already taken',
    ]);
  });

  it('cannot log in while disabled, with the answer for a wrong password', async () => {
    const response = await change(admin, other, { disabled: true });
    expect(response.as(account).disabledAt).toMatch(/^20/);
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    const right = await tryLogIn(api, nameOf(other), PASSWORD);
    expect(right.problem).toEqual(invalidCredentials);
    expect(visibleIn(right)).toEqual(visibleIn(await tryLogIn(api, nameOf(other), 'wrong-one')));

    await change(admin, other, { disabled: false });
    expect((await tryLogIn(api, nameOf(other), PASSWORD)).status).toBe(200);
  });

  it('gets a new password, which ends their sessions', async () => {
    const path = `/api/accounts/${idOf(other)}/password`;
    const weak = await admin.post(path, { newPassword: 'football2026', ...confirm });
    expect(weak.status).toBe(400);
    expect((await admin.post(path, { newPassword: BETTER, ...confirm })).status).toBe(200);
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    expect((await tryLogIn(api, nameOf(other), PASSWORD)).problem).toEqual(invalidCredentials);
    expect((await tryLogIn(api, nameOf(other), BETTER)).status).toBe(200);
  });

  it('is freed from a second factor that was lost', async () => {
    const path = `/api/accounts/${idOf(other)}/second-factor/delete`;
    expect((await admin.post(path, confirm)).problem).toEqual([
      409,
      'Two-factor authentication is off',
    ]);
    await giveSecondFactor(api, other, 'on');
    expect((await tryLogIn(api, nameOf(other), PASSWORD)).status).toBe(401);
    expect((await admin.post(path, confirm)).as(account).secondFactor).toBe(false);
    expect((await tryLogIn(api, nameOf(other), PASSWORD)).status).toBe(200);
  });

  it.each([{ disabled: true }, { events: [] as string[] }])(
    'leaves tokens and webhooks to whoever takes them over when changed by %j, and the others end',
    async (fields) => {
      const event = await createEvent(admin);
      const make = async (client: Client) => {
        const name = `Program ${next()}`;
        const token = { name, scopes: ['leads:read'], ...confirm };
        const hook = { url: 'https://receiver.invalid/', kinds: ['lead.created'], ...confirm };
        const createdToken = (await client.post('/api/tokens', token)).as(newToken);
        const bearer = new Client(api.anyone.url, {
          token: createdToken.secret,
          user: admin.user as never,
        });
        const { id } = (await client.post('/api/webhooks', hook)).as(newWebhook);
        return { token: createdToken.id, webhook: id, call: () => bearer.get('/api/leads') };
      };
      const [ended, kept, mine] = [await make(other), await make(other), await make(admin)];
      const takeOver = [kept.token, kept.webhook];
      const response = await change(admin, other, {
        ...(fields.events ? { events: [event.id] } : fields),
        takeOver,
      });
      expect(response.status).toBe(200);
      const owners = async () => {
        const tokens = (await admin.get('/api/tokens')).as(z.array(token));
        const webhooks = (await admin.get('/api/webhooks')).as(z.array(webhook));
        return new Map([...tokens, ...webhooks].map(({ id, owner }) => [id, owner?.id]));
      };
      const list = await owners();
      for (const id of [...takeOver, mine.token, mine.webhook]) {
        expect(list.get(id)).toBe(idOf(admin));
      }
      expect([list.has(ended.token), list.has(ended.webhook)]).toEqual([false, false]);
      expect((await ended.call()).status).toBe(401);
      expect((await kept.call()).status).toBe(200);
      const entries = (await admin.get('/api/audit?limit=10')).as(auditPage);
      const of = entries.filter(({ actor }) => actor?.id === idOf(admin)).slice(0, 5);
      expect(of.map(({ kind }) => kind).sort()).toEqual([
        fields.events ? 'account-limited' : 'account-disabled',
        'token-revoked',
        'token-taken-over',
        'webhook-deleted',
        'webhook-taken-over',
      ]);
      // A request without `takeOver` revokes them, and administrators cannot keep their own.
      await change(await newAdministrator(api), admin, { disabled: true });
      expect((await kept.call()).status).toBe(401);
      await api.sql`delete from webhooks`;
    },
  );

  it('is not reached through a volunteer’s id', async () => {
    const { id } = await createVolunteer(api);
    const missing: ApiResponse['problem'] = [404, 'Account not found'];
    const calls = [
      admin.patch(`/api/accounts/${id}`, { disabled: true, ...confirm }),
      admin.post(`/api/accounts/${id}/password`, { newPassword: BETTER, ...confirm }),
      admin.post(`/api/accounts/${id}/second-factor/delete`, confirm),
    ];
    for (const call of calls) expect((await call).problem).toEqual(missing);
  });
});

describe('the last administrator', () => {
  const enabled = async () =>
    (await readList()).filter(({ disabledAt }) => !disabledAt).map(({ id }) => id);

  /** Disables all other administrators. */
  const leave = (...clients: Client[]) =>
    api.sql`update users set disabled_at = now()
            where role = 'admin' and not id = any(${clients.map(idOf)}::uuid[])`;
  const enableAll = () => api.sql`update users set disabled_at = null`;

  it('cannot be disabled', async () => {
    await leave(admin);
    const response = await change(admin, admin, { disabled: true });
    expect(response.problem).toEqual([
      409,
      'At least one administrator must have access to all events',
    ]);
    expect(await enabled()).toEqual([idOf(admin)]);
    await enableAll();
  });

  it('remains when two disable each other at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [await newAdministrator(api), await newAdministrator(api)];
      await leave(one, two);
      const responses = await Promise.all([
        change(one, two, { disabled: true }),
        change(two, one, { disabled: true }),
      ]);
      // The slower one is refused, or its session has ended.
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      await enableAll();
      admin = await newAdministrator(api);
    }
  });

  it('remains when two disable themselves, already past every check of their session', async () => {
    await leave(admin, other);
    const responses = await Promise.all([
      change(admin, admin, { disabled: true }),
      change(other, other, { disabled: true }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    await enableAll();
  });
});

it('a session that starts while its account is disabled does not survive', async () => {
  for (let round = 0; round < 5; round += 1) {
    const target = await newAdministrator(api);
    const [logIn] = await Promise.all([
      tryLogIn(api, nameOf(target), PASSWORD),
      change(admin, target, { disabled: true }),
    ]);
    expect([200, 401]).toContain(logIn.status);
    const [row] = await api.sql`
      select count(*)::int as left from sessions where user_id = ${idOf(target)}`;
    expect(row?.left).toBe(0);
  }
});
