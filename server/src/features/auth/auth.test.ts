import { createHash } from 'node:crypto';
import { loginAnswer, registrationAnswer, sessionUser } from '@drawbridge/contract/auth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ADMIN } from '../../test/accounts.ts';
import { startApi, type TestApi } from '../../test/api.ts';
import { type Answer, Client } from '../../test/client.ts';
import { createEvent, createVolunteer, next, submitLead } from '../../test/fixtures.ts';
import { standstill } from '../../test/standstill.ts';
import { hash } from './rules.ts';

let api: TestApi;
beforeAll(async () => {
  // So that a test can come from any address it likes.
  api = await startApi({ TRUST_PROXY: 'on' });
});
afterAll(() => api.close());

const notSignedIn: Answer['refusal'] = [401, 'Please sign in to continue'];
const invalidCredentials: Answer['refusal'] = [401, 'Invalid credentials'];
const tooManyLogins: Answer['refusal'] = [
  429,
  'Too many failed log-ins. Please wait a moment and try again.',
];

function logIn(username: unknown, password: unknown, address?: string): Promise<Answer> {
  const headers = address ? { 'x-forwarded-for': address } : undefined;
  return api.anyone.post('/api/auth/login', { username, password }, headers);
}

function me(client: Client): Promise<Answer> {
  return client.get('/api/auth/me');
}

describe('logging in', () => {
  it('answers with a token and the user, and with nothing else', async () => {
    const answer = await logIn(ADMIN.username, ADMIN.password);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: { id: expect.any(String), username: 'admin', name: null, role: 'admin' },
    });
  });

  it.each(['ADMIN', 'Admin', '  admin  '])('takes %j for the user admin', async (username) => {
    const answer = await logIn(username, ADMIN.password);
    expect(answer.as(loginAnswer).user.username).toBe('admin');
  });

  it.each([
    ['', ADMIN.password, 'Username must be at least 3 characters'],
    ['ad', ADMIN.password, 'Username must be at least 3 characters'],
    [' ad ', ADMIN.password, 'Username must be at least 3 characters'],
    [undefined, ADMIN.password, 'Username must be at least 3 characters'],
    [{ $ne: '' }, ADMIN.password, 'Username must be at least 3 characters'],
    ['a'.repeat(101), ADMIN.password, 'Username is too long'],
    ['ad\u0000min', ADMIN.password, 'Username contains characters that cannot be used'],
    ['admin', '', 'Password must be at least 6 characters'],
    ['admin', '12345', 'Password must be at least 6 characters'],
    ['admin', undefined, 'Password must be at least 6 characters'],
    ['admin', 123456, 'Password must be at least 6 characters'],
    ['admin', 'x'.repeat(201), 'Password is too long'],
    ['ad', '12345', 'Username must be at least 3 characters'],
  ])('refuses the username %j with the password %j', async (username, password, sentence) => {
    expect((await logIn(username, password)).refusal).toEqual([400, sentence]);
  });

  it.each(['[]', 'null', '"admin"', ''])('refuses the body %j', async (body) => {
    const answer = await api.anyone.post('/api/auth/login', body);
    expect(answer.refusal).toEqual([400, 'The request body must be a JSON object']);
  });

  it('says the same of an unknown user and of a wrong password', async () => {
    const wrongName = await logIn('nobody-by-this-name', ADMIN.password);
    const wrongPassword = await logIn(ADMIN.username, 'incorrect-horse');
    expect(wrongName.refusal).toEqual(invalidCredentials);
    expect(wrongPassword.refusal).toEqual(invalidCredentials);
    const visible = ({ headers }: Answer) => [...headers].filter(([name]) => name !== 'date');
    expect(visible(wrongName)).toEqual(visible(wrongPassword));
  });

  it.each(['Correct-Horse', ' correct-horse', 'correct-horse '])(
    'takes a password to the letter: not %j',
    async (password) => {
      expect((await logIn(ADMIN.username, password)).refusal).toEqual(invalidCredentials);
    },
  );
});

describe('what the database keeps', () => {
  it('of a token is its SHA-256, and of a password its argon2id', async () => {
    const { client, password } = await createVolunteer(api);
    const token = String(client.token);

    const [session] = await api.sql`
      select encode(token_hash, 'hex') as hash from sessions where user_id = ${client.user?.id ?? ''}`;
    expect(session?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    const [user] = await api.sql`
      select password_hash from users where id = ${client.user?.id ?? ''}`;
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

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

describe('the session', () => {
  it('tells who is logged in', async () => {
    const { id, username, client } = await createVolunteer(api);
    const answer = await me(client);
    expect(answer.status).toBe(200);
    expect(answer.as(sessionUser.strict())).toEqual({
      id,
      username,
      name: 'Priya Shah',
      role: 'volunteer',
    });
    expect((await me(api.anyone)).refusal).toEqual(notSignedIn);
  });

  it('is in the Authorization header and nowhere else', async () => {
    const { client } = await createVolunteer(api);
    const token = String(client.token);
    const ask = async (headers: Record<string, string>, query = '') =>
      (await api.anyone.get(`/api/auth/me${query}`, headers)).status;

    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await ask({ authorization: `bearer ${token}` })).toBe(200);
    expect(await ask({ authorization: token })).toBe(401);
    expect(await ask({ authorization: `Basic ${token}` })).toBe(401);
    expect(await ask({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await ask({ authorization: `Bearer ${token.slice(0, -1)}` })).toBe(401);
    expect(await ask({ authorization: `Bearer ${token} ${token}` })).toBe(401);
    expect(await ask({ cookie: `token=${token}` })).toBe(401);
    expect(await ask({}, `?token=${token}`)).toBe(401);
  });

  it('is not opened by what the database keeps of it', async () => {
    const { client } = await createVolunteer(api);
    const stored = hash(String(client.token)).toString('base64url');
    expect(
      (await me(new Client(api.anyone.url, { ...session(client), token: stored }))).status,
    ).toBe(401);
  });

  it('dies with the log-out, and other sessions of the same user do not', async () => {
    const { client, username, password } = await createVolunteer(api);
    const elsewhere = await api.anyone.signIn({ username, password });
    expect(elsewhere.token).not.toBe(client.token);

    const answer = await client.post('/api/auth/logout');
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);

    expect((await me(client)).refusal).toEqual(notSignedIn);
    expect((await client.post('/api/auth/logout')).refusal).toEqual(notSignedIn);
    expect((await me(elsewhere)).status).toBe(200);
  });

  it('dies with a new password, all of them, and the old password with it', async () => {
    const { id, client, username, password } = await createVolunteer(api);
    const elsewhere = await api.anyone.signIn({ username, password });

    await api.admin.patch(`/api/users/${id}`, { fullName: 'Priya S.' });
    expect((await me(client)).status).toBe(200);
    const changed = await api.admin.patch(`/api/users/${id}`, { password: 'another-secret' });
    expect(changed.status).toBe(200);

    expect((await me(client)).refusal).toEqual(notSignedIn);
    expect((await me(elsewhere)).refusal).toEqual(notSignedIn);
    expect((await me(api.admin)).status).toBe(200);
    expect((await logIn(username, password)).refusal).toEqual(invalidCredentials);
    expect((await logIn(username, 'another-secret')).status).toBe(200);
  });

  it('dies with the account', async () => {
    const { id, client, username, password } = await createVolunteer(api);
    await api.admin.delete(`/api/users/${id}`);
    expect((await me(client)).refusal).toEqual(notSignedIn);
    expect((await logIn(username, password)).refusal).toEqual(invalidCredentials);
  });

  it.each([
    ['gets a new password', 'update users set password_hash = $$new$$ where id = $1'],
    ['is deleted', 'delete from users where id = $1'],
  ])('does not begin with a password that was right until the account %s', async (_, change) => {
    const { id, username, password } = await createVolunteer(api);
    let late: Promise<Answer> | undefined;

    // The log-in reads the old password while the change is under way, and must notice it.
    await api.sql.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`;
      await tx.unsafe(change, [id]);
      await tx`delete from sessions where user_id = ${id}`;
      late = logIn(username, password);
      await standstill(api.sql, [late]);
    });

    expect((await late)?.refusal).toEqual(invalidCredentials);
    expect(await api.sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  });
});

describe('the end of a session', () => {
  it('comes twelve hours after its last use', async () => {
    const { client } = await createVolunteer(api);
    await age(api, client, '11 hours 59 minutes');
    expect((await me(client)).status).toBe(200);
    await age(api, client, '12 hours 1 minute');
    expect((await me(client)).refusal).toEqual(notSignedIn);
  });

  it('moves with its use', async () => {
    const { client: used, username, password } = await createVolunteer(api);
    const unused = await api.anyone.signIn({ username, password });
    for (const client of [used, unused]) await age(api, client, '8 hours');
    expect((await me(used)).status).toBe(200);
    for (const client of [used, unused]) await age(api, client, '8 hours');
    expect((await me(used)).status).toBe(200);
    expect((await me(unused)).refusal).toEqual(notSignedIn);
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
    expect((await me(client)).refusal).toEqual(notSignedIn);
  });

  it('leaves nothing behind once somebody else logs in', async () => {
    const { id, client } = await createVolunteer(api);
    await age(api, client, '13 hours');
    expect(await api.sql`select from sessions where user_id = ${id}`).toHaveLength(1);
    await api.anyone.signIn(ADMIN);
    expect(await api.sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  });

  it('turns the caller of a public route into nobody and refuses nothing', async () => {
    const event = await createEvent(api.admin);
    const administrator = await api.anyone.signIn(ADMIN);
    expect((await administrator.get(`/api/events/${event.id}`)).json()).toHaveProperty('leadCount');

    await age(api, administrator, '13 hours');

    const answer = await administrator.get(`/api/events/${event.id}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).not.toHaveProperty('leadCount');
    for (const path of ['raffles', '../../prizes?eventId=', '../../sponsors?eventId=']) {
      const url = path.endsWith('=') ? `${path}${event.id}` : path;
      expect((await administrator.get(`/api/events/${event.id}/${url}`)).status).toBe(200);
    }
    expect((await submitLead(administrator, event.id)).source).toBe('qr');
    expect((await administrator.get('/api/prizes')).refusal).toEqual(notSignedIn);
  });

  it('follows SESSION_HOURS', async () => {
    const short = await startApi({ SESSION_HOURS: '1' });
    onTestFinished(() => short.close());
    const unused = await short.anyone.signIn(ADMIN);
    await age(short, unused, '61 minutes');
    expect((await me(unused)).refusal).toEqual(notSignedIn);
    await age(short, short.admin, '59 minutes');
    expect((await me(short.admin)).status).toBe(200);
    await age(short, short.admin, '61 minutes');
    expect((await me(short.admin)).refusal).toEqual(notSignedIn);
  });

  /** As if so much time had passed for this session. */
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

describe('registering a volunteer', () => {
  function register(fields: Record<string, unknown> = {}): Promise<Answer> {
    const account = { fullName: 'Ana Sousa', username: `ana${next()}`, password: 'secret1' };
    return api.admin.post('/api/auth/register', { ...account, ...fields });
  }

  it('answers 201 with the new user, who can log in', async () => {
    const username = `Ana.Sousa${next()}@example.com`;
    const answer = await register({ username, id: api.admin.user?.id });
    expect(answer.status).toBe(201);
    const { user } = answer.as(z.strictObject({ user: registrationAnswer.shape.user.strict() }));
    expect(user).toMatchObject({ username, name: 'Ana Sousa', role: 'volunteer' });
    expect(user.id).not.toBe(api.admin.user?.id);
    expect((await logIn(username, 'secret1')).status).toBe(200);
  });

  it.each([
    [{ fullName: 'Bo' }, 'Bo'],
    [{ fullName: ' B ' }, 'B'],
    [{ fullName: undefined, name: 'Bo Li' }, 'Bo Li'],
    [{ fullName: undefined, name: 'Bo Li', role: 'volunteer' }, 'Bo Li'],
  ])('takes %j as the name %s', async (fields, name) => {
    expect((await register(fields)).as(registrationAnswer).user).toMatchObject({
      name,
      role: 'volunteer',
    });
  });

  it.each([
    [{ fullName: undefined }, 'Full name is required'],
    [{ fullName: ' ' }, 'Full name is required'],
    [{ fullName: 'x'.repeat(101) }, 'Full name is too long'],
    [{ fullName: undefined, name: 'B' }, 'Name must be at least 2 characters'],
    [{ username: 'ab' }, 'Username must be at least 3 characters'],
    [{ username: undefined }, 'Username must be at least 3 characters'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: undefined }, 'Password must be at least 6 characters'],
    [{ role: 'admin' }, 'Only volunteers can be registered'],
    [{ role: 'Volunteer' }, 'Only volunteers can be registered'],
    [{ role: null }, 'Only volunteers can be registered'],
  ])('refuses %j', async (fields, sentence) => {
    expect((await register(fields)).refusal).toEqual([400, sentence]);
  });

  it('is for administrators', async () => {
    const { client } = await createVolunteer(api);
    const account = { fullName: 'Ana Sousa', username: `ana${next()}`, password: 'secret1' };
    const path = '/api/auth/register';
    expect((await api.anyone.post(path, account)).refusal).toEqual(notSignedIn);
    expect((await client.post(path, account)).refusal).toEqual([
      403,
      'Only administrators can do this',
    ]);
    expect((await logIn(account.username, account.password)).refusal).toEqual(invalidCredentials);
  });

  it('refuses a name that is taken, in any case, and leaves its owner alone', async () => {
    const { username, password } = await createVolunteer(api);
    const taken: Answer['refusal'] = [409, 'Username is already taken'];
    expect((await register({ username })).refusal).toEqual(taken);
    expect((await register({ username: username.toUpperCase() })).refusal).toEqual(taken);
    expect((await register({ username: ` ${username} ` })).refusal).toEqual(taken);
    expect((await register({ username: 'Admin' })).refusal).toEqual(taken);
    expect((await logIn(username, password)).status).toBe(200);
  });

  it('gives a name to one of two who want it at once', async () => {
    const n = next();
    const answers = await Promise.all([
      register({ username: `twins${n}` }),
      register({ username: `Twins${n}` }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('guessing passwords', () => {
  const WRONG = 'not-the-password';
  let address = '';
  let account: { id: string; username: string; password: string };

  /** An address and an account that have not failed yet. */
  async function strangers(): Promise<void> {
    const n = next();
    address = `198.51.${n >> 8}.${n & 255}`;
    account = await createVolunteer(api);
  }

  it('is free four times, and then every failure doubles the wait, up to a minute', async () => {
    await strangers();
    for (const wait of [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]) {
      expect((await logIn(account.username, WRONG, address)).refusal).toEqual(invalidCredentials);
      expect(await memory(`account:${account.id}`)).toMatchObject({ wait });
      await letPass('61 seconds');
    }
  });

  it('is answered 429 with Retry-After while the wait lasts, and counts no further', async () => {
    await strangers();
    for (let i = 0; i < 5; i += 1) await logIn(account.username, WRONG, address);
    await letPass('-10 minutes');

    const answer = await logIn(account.username, WRONG, address);
    expect(answer.refusal).toEqual(tooManyLogins);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 601).toBe(true);
    expect(await memory(`account:${account.id}`)).toMatchObject({ failures: 5 });
  });

  it('keeps even the right password out while the wait lasts, and not a moment longer', async () => {
    await strangers();
    for (let i = 0; i < 5; i += 1) await logIn(account.username, WRONG, address);
    await letPass('-10 minutes');
    expect((await logIn(account.username, account.password, address)).refusal).toEqual(
      tooManyLogins,
    );
    // Somewhere else the account has to wait too: the guesser may come from anywhere.
    expect((await logIn(account.username, account.password, '192.0.2.99')).refusal).toEqual(
      tooManyLogins,
    );

    await letPass('10 minutes 2 seconds');
    expect((await logIn(account.username, account.password, address)).status).toBe(200);
    expect(await memory(`account:${account.id}`)).toBeUndefined();
  });

  it('does not keep out other accounts at the same address', async () => {
    await strangers();
    const neighbour = await createVolunteer(api);
    for (let i = 0; i < 5; i += 1) await logIn(account.username, WRONG, address);
    await letPass('-10 minutes');
    expect((await logIn(account.username, WRONG, address)).status).toBe(429);
    expect((await logIn(neighbour.username, neighbour.password, address)).status).toBe(200);
  });

  it('counts every spelling that is the same account', async () => {
    await strangers();
    const username = `ingrid.silva${next()}`;
    const registered = await api.admin.post('/api/auth/register', {
      fullName: 'Ingrid Silva',
      username,
      password: 'secret1',
    });
    const { id } = registered.as(registrationAnswer).user;
    const same = await api.sql<{ spelling: string }[]>`
      select spelling
      from unnest(${[username, username.toUpperCase(), username.replaceAll('i', 'İ')]}::text[]) spelling
      where lower(spelling) = lower(${username})`;
    expect(same.length).toBeGreaterThan(1);
    for (const { spelling } of same) await logIn(spelling, WRONG, address);
    expect(await memory(`account:${id}`)).toMatchObject({ failures: same.length });
  });

  it('makes names wait that nobody has, so that waiting tells nothing', async () => {
    await strangers();
    const username = `nobody${next()}`;
    for (let i = 0; i < 5; i += 1) {
      expect((await logIn(username, WRONG, address)).refusal).toEqual(invalidCredentials);
    }
    await letPass('-10 minutes');
    expect((await logIn(username.toUpperCase(), WRONG, address)).refusal).toEqual(tooManyLogins);
  });

  it('makes an address wait after a hundred failures, whatever the account', async () => {
    await strangers();
    await logIn(`nobody${next()}`, WRONG, address);
    await remember(`address:${address}`, 99);

    expect((await logIn(`nobody${next()}`, WRONG, address)).refusal).toEqual(invalidCredentials);
    expect(await memory(`address:${address}`)).toEqual({ failures: 100, wait: 1 });
    await letPass('-10 minutes');

    const answer = await logIn(account.username, account.password, address);
    expect(answer.refusal).toEqual(tooManyLogins);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await memory(`account:${account.id}`)).toBeUndefined();
    expect((await logIn(account.username, account.password, '192.0.2.1')).status).toBe(200);
  });

  it('is not excused by a good log-in, which takes back no attempt but its own', async () => {
    await strangers();
    await logIn(`nobody${next()}`, WRONG, address);
    await remember(`address:${address}`, 40);
    expect((await logIn(account.username, account.password, address)).status).toBe(200);
    expect(await memory(`address:${address}`)).toMatchObject({ failures: 40 });
  });

  it('is forgotten after a quarter of an hour of peace', async () => {
    await strangers();
    for (let i = 0; i < 5; i += 1) await logIn(account.username, WRONG, address);
    await letPass('14 minutes');
    await logIn(account.username, WRONG, address);
    expect(await memory(`account:${account.id}`)).toMatchObject({ failures: 6 });
    await letPass('16 minutes');
    await logIn(account.username, WRONG, address);
    expect(await memory(`account:${account.id}`)).toMatchObject({ failures: 1, wait: 0 });
  });

  it('counts attempts that come all at once', async () => {
    await strangers();
    const names = Array.from({ length: 30 }, () => `nobody${next()}`);
    const answers = await Promise.all(names.map((name) => logIn(name, WRONG, address)));
    // Below its hundred an address never waits, not even for a moment: a hall logs in at once.
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 401));
    expect(await memory(`address:${address}`)).toMatchObject({ failures: 30 });
  });

  it('lets one of many through that come all at once after a wait', async () => {
    await strangers();
    await logIn(account.username, WRONG, address);
    await remember(`account:${account.id}`, 20);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => logIn(account.username, WRONG, address)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(29);
    expect(await memory(`account:${account.id}`)).toEqual({ failures: 21, wait: 60 });
  });

  it('of old is swept away without two log-ins waiting for each other for ever', async () => {
    await strangers();
    const [first, second, third] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'] as const;
    for (const one of [first, second, third]) await logIn(`nobody${next()}`, WRONG, one);
    await letPass('1 hour');
    const [names, calls] = [[`nobody${next()}`, `nobody${next()}`], [] as Promise<Answer>[]];

    await api.sql.begin(async (tx) => {
      // The oldest one, so that both come to it before they come to each other's.
      await tx`
        update login_failures set forgotten_at = forgotten_at - interval '1 hour'
        where subject = ${hash(`address:${third}`)}`;
      calls.push(logIn(names[0], WRONG, first), logIn(names[1], WRONG, second));
      await standstill(api.sql, calls);
    });

    for (const answer of await Promise.all(calls))
      expect(answer.refusal).toEqual(invalidCredentials);
  });

  /** What is remembered of an account or address: its failures, and the wait after the last one. */
  async function memory(subject: string) {
    const [row] = await api.sql<{ failures: number; wait: number }[]>`
      select failures,
             extract(epoch from next_try_at - forgotten_at + interval '15 minutes')::float8 as wait
      from login_failures where subject = ${hash(subject)}`;
    return row;
  }

  async function remember(subject: string, failures: number): Promise<void> {
    const changed = await api.sql`
      update login_failures set failures = ${failures} where subject = ${hash(subject)} returning 1`;
    expect(changed).toHaveLength(1);
  }

  /** As if so much time had passed since every failure; a negative time prolongs the waits. */
  async function letPass(time: string): Promise<void> {
    await api.sql`
      update login_failures set
        next_try_at = next_try_at - ${time}::interval,
        forgotten_at = forgotten_at - ${time}::interval`;
  }
});

function session({ token, user }: Client) {
  if (!token || !user) throw new Error('This client has no session');
  return { token, user };
}
