import { passwordPath } from '@drawbridge/contract/core/pages';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newAdministrator } from '../../test/checks/callers.ts';
import { mailSettings, startMailServer } from '../../test/fakes/mail-server.ts';
import { appCode, giveSecondFactor } from '../../test/fakes/second-factor.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { Client } from '../../test/world/client.ts';
import { next } from '../../test/world/fixtures.ts';

let post: Awaited<ReturnType<typeof startMailServer>>;
let api: TestApi;
beforeAll(async () => {
  post = await startMailServer();
  api = await startApi({ TRUST_PROXY: '1', ...mailSettings(post.url) });
});
afterAll(async () => {
  await api.close();
  await post.close();
});

const NEW = 'seven brass kettles';
const OK = { ok: true };
const invalid = [401, 'This link has expired or was used before. Please ask for a new one.'];

async function administrator() {
  const client = await newAdministrator(api);
  const email = `admin${next()}@example.com`;
  await api.sql`update users set email = ${email} where id = ${client.user?.id}`;
  return { client, email, id: client.user?.id ?? '', username: client.user?.username ?? '' };
}

/** Requests a link from another address every time, because of the limit per address. */
const ask = (email: string, headers: Record<string, string> = {}) =>
  api.anyone.post(
    '/api/auth/forgotten-password',
    { email },
    { 'x-forwarded-for': `192.0.2.${next() % 250}`, ...headers },
  );
const choose = (code: string, newPassword = NEW) =>
  api.anyone.post('/api/auth/password-by-link', { code, newPassword });
/** The code in the last mail to an address, once this many have arrived. */
const codeIn = (email: string, mails = 1) =>
  vi.waitFor(() => {
    const received = post.received.filter(({ to }) => to.includes(email));
    expect(received).toHaveLength(mails);
    const link = /http\S+#(\S+)/.exec(received.at(-1)?.text ?? '');
    expect(link?.[0]).toBe(`http://raffle.example${passwordPath(link?.[1] ?? '')}`);
    return link?.[1] ?? '';
  }, LONG_TIMEOUT);
const works = async (client: Client) => (await client.get('/api/auth/me')).status === 200;
const logIn = async (username: string, password: string, code?: string) =>
  (await api.anyone.post('/api/auth/login', { username, password, ...(code && { code }) })).status;

describe('a link for a new password', () => {
  it('works once, ends all sessions, keeps the second factor, and is in the audit trail', async () => {
    const { client, email, id, username } = await administrator();
    await giveSecondFactor(api, client, 'on');
    expect((await ask(email.toUpperCase(), { 'accept-language': 'pl' })).json()).toEqual(OK);
    const code = await codeIn(email);
    expect(post.received.at(-1)?.headers.get('subject')).toBe('Nowe hasło do Drawbridge');
    const [stored] = await api.sql<[{ everything: string; minutes: number }]>`
      select (select json_agg(m) from mails m)::text || (select json_agg(c) from login_codes c)::text as everything,
             (select extract(epoch from expires_at - now())::float8 / 60 from login_codes
              where user_id = ${id}) as minutes`;
    expect(stored.everything).not.toContain(code);
    expect(stored.minutes).toBeGreaterThan(25);
    expect(stored.minutes).toBeLessThanOrEqual(30);

    // A refused password does not consume the link, and opening it does not either.
    expect((await choose(code, 'password1234')).status).toBe(400);
    expect(await works(client)).toBe(true);
    expect((await choose(code)).json()).toEqual(OK);
    expect(await works(client)).toBe(false);
    expect((await choose(code, 'another brass kettle')).problem).toEqual(invalid);
    expect(await logIn(username, 'secret-enough')).toBe(401);
    expect(await logIn(username, NEW)).toBe(401);
    expect(await logIn(username, NEW, appCode())).toBe(200);

    const entries = (await api.admin.get(`/api/audit?actorId=${id}&limit=10`)).as(auditPage);
    const kinds = entries.map(({ kind }) => kind);
    expect(kinds).toContain('password-link-requested');
    expect(entries.find(({ kind }) => kind === 'password-changed')?.details).toMatchObject({
      by: 'link in a mail',
      sessionsEnded: 1,
    });
  });

  it('is good for one of two who use it at once, and not to log in with', async () => {
    const { email } = await administrator();
    await ask(email);
    const code = await codeIn(email);
    const responses = await Promise.all([choose(code), choose(code, 'another brass kettle')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    const other = await administrator();
    await ask(other.email);
    const unused = await codeIn(other.email);
    expect((await api.anyone.post('/api/auth/login-code', { code: unused })).status).toBe(401);
  });

  it('ends after half an hour, with the next one, and with every change of the account', async () => {
    const { client, email, id } = await administrator();
    await ask(email);
    const first = await codeIn(email);
    await ask(email);
    const second = await codeIn(email, 2);
    expect((await choose(first)).problem).toEqual(invalid);
    await api.sql`update login_codes set expires_at = now() where user_id = ${id}`;
    expect((await choose(second)).problem).toEqual(invalid);
    await ask(email);
    const third = await codeIn(email, 3);
    const change = { email: `new${email}`, currentPassword: 'secret-enough' };
    expect((await client.post('/api/account/email', change)).status).toBe(200);
    expect((await choose(third)).problem).toEqual(invalid);
    await ask(`new${email}`);
    const fourth = await codeIn(`new${email}`);
    const disable = { disabled: true, currentPassword: ADMIN.password };
    expect((await api.admin.patch(`/api/accounts/${id}`, disable)).status).toBe(200);
    expect((await choose(fourth)).problem).toEqual(invalid);
    expect((await choose('x')).problem).toEqual(invalid);
  });

  it('is asked for with the same answer by everybody, and not too often', async () => {
    const { email } = await administrator();
    const disabled = await administrator();
    await api.sql`update users set disabled_at = now() where id = ${disabled.id}`;
    const nobody = `nobody${next()}@example.com`;
    const shown = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) =>
      [status, text, [...headers.keys()].sort()].join();
    const responses = [];
    for (let time = 0; time < 5; time++) {
      for (const each of [email, disabled.email, nobody]) responses.push(shown(await ask(each)));
    }
    expect(new Set(responses)).toEqual(new Set([responses[0]]));
    await codeIn(email, 3);
    await vi.waitFor(async () => {
      expect(await api.sql`select from mails where state = 'waiting'`).toEqual([]);
    }, LONG_TIMEOUT);
    expect(post.received.filter(({ to }) => to.includes(email))).toHaveLength(3);
    expect(post.asked).not.toContain(disabled.email);
    expect(post.asked).not.toContain(nobody);
    // Each address of the network may ask ten times a minute, whatever is typed. Several processes share their counts
    // with a delay.
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 10 * api.servers + 1) {
      const from = { 'x-forwarded-for': '198.51.100.7' };
      statuses.push((await ask(`nobody${next()}@example.com`, from)).status);
    }
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(10);
    if (api.servers === 1) expect(statuses).toHaveLength(11);
  });
});
