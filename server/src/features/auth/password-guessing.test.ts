import { registrationAnswer } from '@drawbridge/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import type { Answer } from '../../test/client.ts';
import { createVolunteer, next } from '../../test/fixtures.ts';
import { invalidCredentials, tryLogIn } from '../../test/log-in.ts';
import { standstill } from '../../test/standstill.ts';
import { hash } from './rules.ts';

let api: TestApi;
beforeAll(async () => {
  // So that a test can come from any address it likes.
  api = await startApi({ TRUST_PROXY: 'on' });
});
afterAll(() => api.close());

const tooManyLogins: Answer['problem'] = [
  429,
  'Too many failed log-ins. Please wait a moment and try again.',
];

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
      expect((await tryLogIn(api, account.username, WRONG, address)).problem).toEqual(
        invalidCredentials,
      );
      expect(await memory(`account:${account.id}`)).toMatchObject({ wait });
      await letPass('61 seconds');
    }
  });

  it('is answered 429 with Retry-After while the wait lasts, and counts no further', async () => {
    await strangers();
    for (let i = 0; i < 5; i += 1) await tryLogIn(api, account.username, WRONG, address);
    await letPass('-10 minutes');

    const answer = await tryLogIn(api, account.username, WRONG, address);
    expect(answer.problem).toEqual(tooManyLogins);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 601).toBe(true);
    expect(await memory(`account:${account.id}`)).toMatchObject({ failures: 5 });
  });

  it('keeps even the right password out while the wait lasts, and not a moment longer', async () => {
    await strangers();
    for (let i = 0; i < 5; i += 1) await tryLogIn(api, account.username, WRONG, address);
    await letPass('-10 minutes');
    expect((await tryLogIn(api, account.username, account.password, address)).problem).toEqual(
      tooManyLogins,
    );
    // Somewhere else the account has to wait too: the guesser may come from anywhere.
    expect((await tryLogIn(api, account.username, account.password, '192.0.2.99')).problem).toEqual(
      tooManyLogins,
    );

    await letPass('10 minutes 2 seconds');
    expect((await tryLogIn(api, account.username, account.password, address)).status).toBe(200);
    expect(await memory(`account:${account.id}`)).toBeUndefined();
  });

  it('does not keep out other accounts at the same address', async () => {
    await strangers();
    const neighbour = await createVolunteer(api);
    for (let i = 0; i < 5; i += 1) await tryLogIn(api, account.username, WRONG, address);
    await letPass('-10 minutes');
    expect((await tryLogIn(api, account.username, WRONG, address)).status).toBe(429);
    expect((await tryLogIn(api, neighbour.username, neighbour.password, address)).status).toBe(200);
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
    for (const { spelling } of same) await tryLogIn(api, spelling, WRONG, address);
    expect(await memory(`account:${id}`)).toMatchObject({ failures: same.length });
  });

  it('delays unknown user names as well, so that a delay reveals nothing', async () => {
    await strangers();
    const username = `nobody${next()}`;
    for (let i = 0; i < 5; i += 1) {
      expect((await tryLogIn(api, username, WRONG, address)).problem).toEqual(invalidCredentials);
    }
    await letPass('-10 minutes');
    expect((await tryLogIn(api, username.toUpperCase(), WRONG, address)).problem).toEqual(
      tooManyLogins,
    );
  });

  it('makes an address wait after a hundred failures, whatever the account', async () => {
    await strangers();
    await tryLogIn(api, `nobody${next()}`, WRONG, address);
    await remember(`address:${address}`, 99);

    expect((await tryLogIn(api, `nobody${next()}`, WRONG, address)).problem).toEqual(
      invalidCredentials,
    );
    expect(await memory(`address:${address}`)).toEqual({ failures: 100, wait: 1 });
    await letPass('-10 minutes');

    const answer = await tryLogIn(api, account.username, account.password, address);
    expect(answer.problem).toEqual(tooManyLogins);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await memory(`account:${account.id}`)).toBeUndefined();
    expect((await tryLogIn(api, account.username, account.password, '192.0.2.1')).status).toBe(200);
  });

  it('is not excused by a good log-in, which takes back no attempt but its own', async () => {
    await strangers();
    await tryLogIn(api, `nobody${next()}`, WRONG, address);
    await remember(`address:${address}`, 40);
    expect((await tryLogIn(api, account.username, account.password, address)).status).toBe(200);
    expect(await memory(`address:${address}`)).toMatchObject({ failures: 40 });
  });

  it('is forgotten after a quarter of an hour of peace', async () => {
    await strangers();
    for (let i = 0; i < 5; i += 1) await tryLogIn(api, account.username, WRONG, address);
    await letPass('14 minutes');
    await tryLogIn(api, account.username, WRONG, address);
    expect(await memory(`account:${account.id}`)).toMatchObject({ failures: 6 });
    await letPass('16 minutes');
    await tryLogIn(api, account.username, WRONG, address);
    expect(await memory(`account:${account.id}`)).toMatchObject({ failures: 1, wait: 0 });
  });

  it('counts concurrent attempts', async () => {
    await strangers();
    const names = Array.from({ length: 30 }, () => `nobody${next()}`);
    const answers = await Promise.all(names.map((name) => tryLogIn(api, name, WRONG, address)));
    // Below its hundred an address never waits, not even for a moment: a hall logs in at once.
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 401));
    expect(await memory(`address:${address}`)).toMatchObject({ failures: 30 });
  });

  it('allows one of many concurrent attempts after a wait', async () => {
    await strangers();
    await tryLogIn(api, account.username, WRONG, address);
    await remember(`account:${account.id}`, 20);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tryLogIn(api, account.username, WRONG, address)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(29);
    expect(await memory(`account:${account.id}`)).toEqual({ failures: 21, wait: 60 });
  });

  it('of old is swept away without two log-ins waiting for each other for ever', async () => {
    await strangers();
    const [first, second, third] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'] as const;
    for (const one of [first, second, third]) await tryLogIn(api, `nobody${next()}`, WRONG, one);
    await letPass('1 hour');
    const [names, calls] = [[`nobody${next()}`, `nobody${next()}`], [] as Promise<Answer>[]];

    await api.sql.begin(async (tx) => {
      // The oldest one, so that both come to it before they come to each other's.
      await tx`
        update login_failures set forgotten_at = forgotten_at - interval '1 hour'
        where subject = ${hash(`address:${third}`)}`;
      calls.push(tryLogIn(api, names[0], WRONG, first), tryLogIn(api, names[1], WRONG, second));
      await standstill(api.sql, calls);
    });

    for (const answer of await Promise.all(calls))
      expect(answer.problem).toEqual(invalidCredentials);
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
