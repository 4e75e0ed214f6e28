import { session } from '@drawbridge/contract/team/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse, Client } from '../../test/world/client.ts';
import { createVolunteer } from '../../test/world/fixtures.ts';
import { invalidCredentials, notSignedIn, tryLogIn } from '../../test/world/login.ts';

const api = await startApi();
afterAll(() => api.close());

const PASSWORD = 'secret-enough';
const BETTER = 'seven brass kettles';
const wrongPassword: ApiResponse['problem'] = [403, 'Your current password is wrong'];

const change = (client: Client, newPassword: string, currentPassword = PASSWORD) =>
  client.post('/api/account/password', { currentPassword, newPassword });
const sessionsOf = async (client: Client) =>
  (await client.get('/api/account/sessions')).as(z.array(session));

describe('changing the own password', () => {
  it('ends all other sessions and keeps this one', async () => {
    const { client, username } = await createVolunteer(api);
    const other = await api.anyone.signIn({ username, password: PASSWORD });
    const response = await change(client, 'another-secret');
    expect([response.status, response.json()]).toEqual([200, { ended: 1 }]);

    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    expect((await tryLogIn(api, username, PASSWORD)).problem).toEqual(invalidCredentials);
    expect((await tryLogIn(api, username, 'another-secret')).status).toBe(200);
  });

  it('needs the current one, and changes nothing without it', async () => {
    const { client, username } = await createVolunteer(api);
    expect((await change(client, BETTER, 'not-my-password')).problem).toEqual(wrongPassword);
    expect((await change(client, BETTER, '')).problem).toEqual([
      400,
      'Enter your current password',
    ]);
    expect((await tryLogIn(api, username, PASSWORD)).status).toBe(200);
  });

  it('counts wrong ones like failed logins, so that a stolen session cannot guess', async () => {
    const { client } = await createVolunteer(api);
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await change(client, BETTER, 'guess')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect((await change(client, BETTER)).problem).toEqual([
      429,
      'Too many wrong passwords. Please wait a moment.',
    ]);
  });
});

describe('the own sessions', () => {
  it('tell device, address and last use, and which one this is', async () => {
    const { client, username } = await createVolunteer(api);
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await api.anyone.post(
      '/api/auth/login',
      { username, password: PASSWORD },
      { 'user-agent': agent },
    );
    const sessions = await sessionsOf(client);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => !current)).toMatchObject({
      device: 'Firefox on Windows',
      address: '127.0.0.1',
      lastUsedAt: expect.stringMatching(/^20\d\d-/),
    });
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  });

  it('can be ended one by one', async () => {
    const { client, username } = await createVolunteer(api);
    const other = await api.anyone.signIn({ username, password: PASSWORD });
    const third = await api.anyone.signIn({ username, password: PASSWORD });
    const [own] = (await sessionsOf(other)).filter(({ current }) => current);
    expect((await client.delete(`/api/account/sessions/${own?.id}`)).status).toBe(200);
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    expect((await third.get('/api/auth/me')).status).toBe(200);
  });

  it('can be ended all at once, except this one', async () => {
    const { client, username } = await createVolunteer(api);
    const other = await api.anyone.signIn({ username, password: PASSWORD });
    await api.anyone.signIn({ username, password: PASSWORD });
    expect((await client.delete('/api/account/sessions')).json()).toEqual({ ended: 2 });
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    expect(await sessionsOf(client)).toHaveLength(1);
  });

  it('are nobody else’s to see or end', async () => {
    const [mine, theirs] = [await createVolunteer(api), await createVolunteer(api)];
    const [other] = await sessionsOf(theirs.client);
    const ended = await mine.client.delete(`/api/account/sessions/${other?.id}`);
    expect(ended.problem).toEqual([404, 'Session not found']);
    expect((await sessionsOf(mine.client)).map(({ id }) => id)).not.toContain(other?.id);
    expect((await theirs.client.get('/api/auth/me')).status).toBe(200);
  });
});
