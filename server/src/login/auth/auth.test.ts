import { createHash } from 'node:crypto';
import { loginResponse, registrationResponse } from '@drawbridge/contract/login/auth';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createVolunteer, next } from '../../test/world/fixtures.ts';
import { invalidCredentials, tryLogIn, visibleIn } from '../../test/world/login.ts';

const api = await startApi();
afterAll(() => api.close());

describe('logging in', () => {
  it('answers with a token and the user, and with nothing else', async () => {
    const response = await tryLogIn(api, ADMIN.username, ADMIN.password);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: {
        id: expect.any(String),
        username: 'admin',
        name: null,
        role: 'admin',
        events: null,
        language: null,
      },
    });
  });

  it.each(['ADMIN', 'Admin', '  admin  '])('takes %j for the user admin', async (username) => {
    const response = await tryLogIn(api, username, ADMIN.password);
    expect(response.as(loginResponse).user.username).toBe('admin');
  });

  it('says the same of an unknown user and of a wrong password', async () => {
    const wrongName = await tryLogIn(api, 'nobody-by-this-name', ADMIN.password);
    const wrongPassword = await tryLogIn(api, ADMIN.username, 'incorrect-horse');
    expect(wrongName.problem).toEqual(invalidCredentials);
    expect(wrongPassword.problem).toEqual(invalidCredentials);
    expect(visibleIn(wrongName)).toEqual(visibleIn(wrongPassword));
  });

  it.each(['Correct-Horse', ' correct-horse', 'correct-horse '])(
    'takes a password to the letter: not %j',
    async (password) => {
      expect((await tryLogIn(api, ADMIN.username, password)).problem).toEqual(invalidCredentials);
    },
  );
});

describe('the stored form', () => {
  it('is SHA-256 for a token and argon2id for a password', async () => {
    const { client, password } = await createVolunteer(api);
    const token = String(client.token);

    const [session] = await api.sql`
      select encode(token_hash, 'hex') as hash from sessions where user_id = ${client.user?.id ?? ''}`;
    expect(session?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    const [user] = await api.sql`
      select password_hash from users where id = ${client.user?.id ?? ''}`;
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$/);

    const everything = await wholeDatabase();
    expect(everything).toContain(session?.hash);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(everything).not.toContain(Buffer.from(token).toString('hex'));
    expect(everything).not.toContain(password);
  });

  async function wholeDatabase(): Promise<string> {
    const tables = await api.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`;
    const texts = await Promise.all(
      tables.map(
        ({ name }) => api.sql<{ row: string }[]>`select t::text as row from ${api.sql(name)} t`,
      ),
    );
    return texts.flatMap((rows) => rows.map(({ row }) => row)).join('\n');
  }
});

describe('registering a volunteer', () => {
  function register(fields: Record<string, unknown> = {}): Promise<ApiResponse> {
    const account = { fullName: 'Ana Sousa', username: `ana${next()}`, password: 'secret1' };
    return api.admin.post('/api/auth/register', { ...account, ...fields });
  }

  it('answers 201 with the new user, who can log in', async () => {
    const username = `Ana.Sousa${next()}@example.com`;
    const response = await register({ username, id: api.admin.user?.id });
    expect(response.status).toBe(201);
    const { user } = response.as(
      z.strictObject({ user: registrationResponse.shape.user.strict() }),
    );
    expect(user).toMatchObject({ username, name: 'Ana Sousa', role: 'volunteer' });
    expect(user.id).not.toBe(api.admin.user?.id);
    expect((await tryLogIn(api, username, 'secret1')).status).toBe(200);
  });

  it('refuses a name that is taken, in any case, and leaves its owner alone', async () => {
    const { username, password } = await createVolunteer(api);
    const taken: ApiResponse['problem'] = [409, 'Username is already taken'];
    expect((await register({ username })).problem).toEqual(taken);
    expect((await register({ username: username.toUpperCase() })).problem).toEqual(taken);
    expect((await register({ username: ` ${username} ` })).problem).toEqual(taken);
    expect((await register({ username: 'Admin' })).problem).toEqual(taken);
    expect((await tryLogIn(api, username, password)).status).toBe(200);
  });

  it('gives a user name to one of two concurrent registrations', async () => {
    const n = next();
    const responses = await Promise.all([
      register({ username: `twins${n}` }),
      register({ username: `Twins${n}` }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
