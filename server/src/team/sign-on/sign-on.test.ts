import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loginResponse, logoutResponse } from '@drawbridge/contract/login/auth';
import {
  confirmation,
  passkeyChallenge,
  passkeyOptions,
} from '@drawbridge/contract/login/passkeys';
import { loginMethods, signOnStart } from '@drawbridge/contract/login/sign-on';
import { ownAccount } from '@drawbridge/contract/team/accounts';
import { auditPage } from '@drawbridge/contract/team/audit';
import { newToken } from '@drawbridge/contract/team/tokens';
import { base64url, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { claimDue } from '../../outreach/webhooks/delivery-store.ts';
import { newAdministrator, newLoginCode, password } from '../../test/checks/callers.ts';
import { Authenticator } from '../../test/fakes/authenticator.ts';
import { mailSettings, startMailServer } from '../../test/fakes/mail-server.ts';
import {
  CLIENT,
  type GoodToken,
  PUBLIC_URL,
  startAnyProvider,
} from '../../test/fakes/sign-on-provider.ts';
import { ADMIN, hashCheaply } from '../../test/world/accounts.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { type ApiResponse, Client } from '../../test/world/client.ts';
import { createEvent, createVolunteer, next } from '../../test/world/fixtures.ts';
import { invalidCredentials } from '../../test/world/login.ts';

let provider: Awaited<ReturnType<typeof startAnyProvider>>;
let post: Awaited<ReturnType<typeof startMailServer>>;
let api: TestApi;
beforeAll(async () => {
  provider = await startAnyProvider();
  post = await startMailServer();
  const roles = { OIDC_ADMINS: 'groups=raffle-admins', OIDC_VOLUNTEERS: 'groups=helpers' };
  const mail = mailSettings(post.url);
  api = await startApi({ ...mail, ...provider.settings, ...roles }, createLog('silent'));
});
afterAll(async () => {
  await api.close();
  await provider.close();
  await post.close();
});

const refused: ApiResponse['problem'] = [401, 'The login failed. Please try again.'];
const noAccount: ApiResponse['problem'] = [
  403,
  'You have no account here. Ask an administrator to add your email address.',
];
const away: ApiResponse['problem'] = [
  503,
  'The provider does not respond. Log in with your password, or try again in a moment.',
];

/** Starts a login as the page does, and reads the parameters that the browser takes to the provider. */
async function begin(at = api) {
  const { url, secret } = (await at.anyone.post('/api/auth/sign-on')).as(signOnStart);
  const { searchParams } = new URL(url);
  const [state = '', nonce = ''] = ['state', 'nonce'].map((name) => searchParams.get(name) ?? '');
  return { url, secret, state, nonce };
}
type Begun = Awaited<ReturnType<typeof begin>>;

/** The query with which the provider sends the browser back. */
const responseOf = (login: Begun, changed: Record<string, string | undefined> = {}) =>
  new URLSearchParams(
    Object.entries({ code: 'x', state: login.state, iss: provider.issuer, ...changed }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ).toString();

const finish = ({ secret }: Pick<Begun, 'secret'>, response: string, at = api) =>
  at.anyone.post('/api/auth/login-sign-on', { secret, response, device: crypto.randomUUID() });

/** Logs a person in at the provider, with these claims. */
async function signOn(claims: Record<string, unknown>, details = {}): Promise<ApiResponse> {
  const login = await begin();
  provider.say.idToken = await provider.sign(provider.goodToken(login.nonce, claims));
  const { sub = 'zoe' } = claims;
  provider.say.userinfo = { sub, ...details };
  return finish(login, responseOf(login));
}

const clientOf = (response: ApiResponse) => new Client(api.anyone.url, response.as(loginResponse));

/** The claims of an unknown person. */
const stranger = (claims: Record<string, unknown> = {}) => ({
  sub: `person-${next()}`,
  email: `person${next()}@example.org`,
  email_verified: true,
  ...claims,
});

async function giveEmail(id: string | undefined): Promise<string> {
  const email = `Known${next()}@Example.org`;
  await api.sql`update users set email = ${email}, email_confirmed = true where id = ${id ?? null}`;
  return email;
}

describe('the response of the provider', () => {
  /** A valid response with one change. */
  async function attempt(change: {
    token?: (good: GoodToken) => object;
    signed?: (good: GoodToken) => string | Promise<string>;
    response?: (login: Begun) => string;
    userinfo?: object;
  }): Promise<ApiResponse> {
    const login = await begin();
    const good = provider.goodToken(login.nonce, stranger({ groups: ['helpers'] }));
    const changed = { ...good, ...change.token?.(good) };
    provider.say.idToken = await (change.signed?.(good) ?? provider.sign(changed));
    provider.say.userinfo = change.userinfo ?? { sub: good.sub };
    return finish(login, (change.response ?? responseOf)(login));
  }

  it('logs a person in if nothing is wrong', async () => {
    expect((await attempt({})).status).toBe(200);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const unsigned = (header: object, good: GoodToken) =>
    [header, good].map((part) => base64url.encode(JSON.stringify(part))).join('.');
  const hs256 = (good: GoodToken, key: string) =>
    new SignJWT(good).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key));

  it.each<[string, Parameters<typeof attempt>[0]]>([
    ['another nonce', { token: () => ({ nonce: 'another' }) }],
    ['no nonce', { token: () => ({ nonce: undefined }) }],
    ['another issuer', { token: () => ({ iss: 'https://login.example.com' }) }],
    ['another audience', { token: () => ({ aud: 'another-app' }) }],
    ['a token that has expired', { token: () => ({ iat: now() - 900, exp: now() - 600 }) }],
    ['a token without an end', { token: () => ({ exp: undefined }) }],
    ['nobody', { token: () => ({ sub: undefined }) }],
    ['no signature', { signed: (good) => `${unsigned({ alg: 'none' }, good)}.` }],
    ['a signature by our own secret', { signed: (good) => hs256(good, CLIENT.secret) }],
    [
      'a signature by the public key as a secret',
      { signed: (good) => hs256(good, JSON.stringify(provider.jwk)) },
    ],
    [
      'a signature by another key',
      {
        signed: async (good) => {
          const { privateKey } = await generateKeyPair('RS256');
          return new SignJWT(good)
            .setProtectedHeader({ alg: 'RS256', kid: 'one' })
            .sign(privateKey);
        },
      },
    ],
    ['a token of an earlier login', { signed: () => provider.say.idToken }],
    ['details of another person', { userinfo: { sub: 'somebody-else' } }],
    ['another state', { response: (begun) => responseOf(begun, { state: 'another' }) }],
    ['no state', { response: (begun) => responseOf(begun, { state: undefined }) }],
    [
      'the response of another provider',
      { response: (begun) => responseOf(begun, { iss: 'https://login.example.com' }) },
    ],
    ['no sender', { response: (begun) => responseOf(begun, { iss: undefined }) }],
    [
      'that the person said no',
      { response: (begun) => responseOf(begun, { code: undefined, error: 'access_denied' }) },
    ],
  ])('is refused with %s', async (_what, change) => {
    expect((await attempt(change)).problem).toEqual(refused);
  });

  it('counts once, in the browser that began, and not for long', async () => {
    const [ours, theirs] = [await begin(), await begin()];
    const claims = stranger({ groups: ['helpers'] });
    provider.say.idToken = await provider.sign(provider.goodToken(ours.nonce, claims));
    provider.say.userinfo = { sub: claims.sub };
    // A victim's browser opens our response, or ours opens theirs.
    expect((await finish(theirs, responseOf(ours))).problem).toEqual(refused);
    expect((await finish({ secret: 'none' }, responseOf(ours))).problem).toEqual(refused);
    expect((await finish(ours, responseOf(ours))).status).toBe(200);
    expect((await finish(ours, responseOf(ours))).problem).toEqual(refused);

    const late = await begin();
    await api.sql`update one_time_tokens set expires_at = now() where purpose = 'sign-on'`;
    provider.say.idToken = await provider.sign(provider.goodToken(late.nonce, claims));
    expect((await finish(late, responseOf(late))).problem).toEqual(refused);
  });
});

describe('the account of an identity', () => {
  it('is found by an address that the provider has verified, and then by the person', async () => {
    const admin = await newAdministrator(api);
    const email = (await giveEmail(admin.user?.id)).toUpperCase();
    const sub = `person-${next()}`;
    const client = clientOf(await signOn({ sub, email, email_verified: true }));
    expect(client.user).toEqual(admin.user);

    // With a new address it is still the same person, and the old address now belongs to another one.
    const moved = await signOn({ sub, email: 'new@example.org', email_verified: true });
    expect(clientOf(moved).user).toEqual(admin.user);
    const heir = stranger({ email, groups: ['helpers'] });
    expect((await signOn(heir)).problem).toEqual(noAccount);

    const entries = (await api.admin.get('/api/audit?limit=50')).as(auditPage);
    const of = entries.filter(({ actor }) => actor?.id === admin.user?.id);
    expect(of.map(({ kind }) => kind).toReversed()).toEqual([
      'sign-on-linked',
      'login',
      'login',
      'login-failed',
    ]);
  });

  it.each([false, undefined, 'false', 1, null])(
    'is not found by an address whose email_verified is %s',
    async (email_verified) => {
      const admin = await newAdministrator(api);
      const claims = { ...stranger(), email: await giveEmail(admin.user?.id), email_verified };
      expect((await signOn(claims)).problem).toEqual(noAccount);
      // A person who may have an account gets their own, without the address.
      const { user } = clientOf(await signOn({ ...claims, groups: 'helpers' }));
      expect(user?.id).not.toBe(admin.user?.id);
      const [row] = await api.sql`select email from users where id = ${user?.id ?? ''}`;
      expect(row).toEqual({ email: null });
    },
  );

  it('is not found by what is verified in another response, or of a letter that looks the same', async () => {
    const admin = await newAdministrator(api);
    const email = await giveEmail(admin.user?.id);
    const details = { email: 'me@example.org', email_verified: true };
    expect((await signOn({ sub: `person-${next()}`, email }, details)).problem).toEqual(noAccount);
    // The kelvin sign, which PostgreSQL folds to a k.
    const alike = stranger({ email: email.replace('K', '\u212a') });
    expect((await signOn(alike)).problem).toEqual(noAccount);
  });

  it('is no longer theirs after another address or password', async () => {
    const admin = await newAdministrator(api);
    const wrong = stranger({ email: await giveEmail(admin.user?.id) });
    expect(clientOf(await signOn(wrong)).user).toEqual(admin.user);
    const path = `/api/accounts/${admin.user?.id}`;
    const newPassword = 'seven brass kettles';
    const other = await newAdministrator(api);
    const reset = { newPassword, currentPassword: 'secret-enough' };
    expect((await other.post(`${path}/password`, reset)).status).toBe(200);
    await api.sql`update users set email = null, email_confirmed = false where id = ${admin.user?.id ?? ''}`;
    expect((await signOn(wrong)).problem).toEqual(noAccount);
  });

  it('is closed while it is disabled, and there is none for strangers', async () => {
    const admin = await newAdministrator(api);
    const claims = stranger({ email: await giveEmail(admin.user?.id) });
    await api.sql`update users set disabled_at = now() where id = ${admin.user?.id ?? ''}`;
    expect((await signOn(claims)).problem).toEqual(noAccount);
    expect((await signOn(stranger())).problem).toEqual(noAccount);
  });

  it('is made by a claim, which may come with the details of the person', async () => {
    const name = `zoe${next()}`;
    const person = stranger({ preferred_username: name, name: 'Zoë Müller' });
    const details = { groups: ['everybody', 'raffle-admins'] };
    const { user } = clientOf(await signOn(person, details));
    expect(user).toMatchObject({ username: name, name: 'Zoë Müller', role: 'admin' });
    const [row] = await api.sql`select email from users where id = ${user?.id ?? ''}`;
    expect(row).toEqual({ email: person.email });

    // Another person of that name, and names that our rules refuse.
    const other = stranger({ preferred_username: name, name: 'Operator', groups: 'helpers' });
    expect(clientOf(await signOn(other)).user).toMatchObject({
      username: `${name}-2`,
      name: null,
      role: 'volunteer',
    });
  });

  it('stays theirs only as long as the claim does', async () => {
    const person = stranger();
    const groups = (...names: string[]) => signOn({ ...person, groups: names });
    expect(clientOf(await groups('helpers')).user?.role).toBe('volunteer');
    expect(clientOf(await groups('raffle-admins')).user?.role).toBe('volunteer');
    expect((await groups('everybody')).problem).toEqual(noAccount);

    const boss = stranger();
    const session = clientOf(await signOn({ ...boss, groups: ['raffle-admins'] }));
    expect((await signOn({ ...boss, groups: ['helpers'] })).problem).toEqual(noAccount);
    expect((await session.get('/api/auth/me')).status).toBe(401);
  });

  it('is closed to its password and passkeys a week after the last sign-on', async () => {
    const person = stranger({ groups: ['helpers'] });
    const client = clientOf(await signOn(person));
    const site = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname };
    const phone = new Authenticator(site);
    const confirmed = (await client.post('/api/account/confirmation', {})).as(confirmation);
    const { challenge } = (
      await client.post('/api/account/passkeys/options', {
        currentPassword: confirmed.confirmation,
      })
    ).as(passkeyOptions);
    const credential = phone.register(challenge);
    await client.post('/api/account/passkeys', { name: 'Phone', credential });
    const hash = await hashCheaply('secret-enough');
    await api.sql`update users set password_hash = ${hash} where id = ${client.user?.id ?? ''}`;
    const signed = async () =>
      phone.assert(
        (await api.anyone.post('/api/auth/passkey-challenge')).as(passkeyChallenge).challenge,
      );
    const logIns = async () => [
      await api.anyone.post('/api/auth/login-passkey', { passkey: await signed() }),
      await api.anyone.post('/api/auth/login', {
        username: client.user?.username,
        password: 'secret-enough',
        passkey: await signed(),
      }),
    ];
    const age = (days: number) => api.sql`
      update identities set sso_at = now() - make_interval(days => ${days})
      where user_id = ${client.user?.id ?? ''}`;
    await age(6);
    expect((await logIns()).map(({ status }) => status)).toEqual([200, 200]);
    await age(8);
    const needed = [
      401,
      'You last logged in through your organisation more than a week ago. Please log in there again.',
    ];
    expect((await logIns()).map(({ problem }) => problem)).toEqual([needed, needed]);
    await signOn(person);
    expect((await logIns()).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('becomes an ordinary account when an administrator gives it a password', async () => {
    const person = stranger({ groups: ['raffle-admins'] });
    const { id = '', username = '' } = clientOf(await signOn(person)).user ?? {};
    await api.sql`
      update identities set sso_at = now() - interval '8 days' where user_id = ${id}`;
    const newPassword = 'seven brass kettles';
    const reset = { newPassword, currentPassword: ADMIN.password };
    expect((await api.admin.post(`/api/accounts/${id}/password`, reset)).status).toBe(200);
    const client = await api.anyone.signIn({ username, password: newPassword });
    expect(client.user?.id).toBe(id);
    expect(clientOf(await signOn({ ...person, groups: [] })).user?.id).toBe(id);
  });

  it('has programs that wait for the next sign-on, and end with the claim', async () => {
    const person = stranger();
    const client = clientOf(await signOn({ ...person, groups: ['raffle-admins'] }));
    const owner = client.user?.id ?? '';
    const makeToken = async () => {
      const { confirmation: currentPassword } = (
        await client.post('/api/account/confirmation', {})
      ).as(confirmation);
      const input = { name: `Program ${next()}`, scopes: ['events:read'], currentPassword };
      const { secret } = (await client.post('/api/tokens', input)).as(newToken);
      return new Client(api.anyone.url, { token: secret, user: client.user as never });
    };
    const before = await makeToken();
    await api.sql`update identities set sso_at = now() - interval '8 days' where user_id = ${owner}`;
    const programs = [before, await makeToken()];
    const statuses = async () =>
      (await Promise.all(programs.map((one) => one.get('/api/events')))).map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual([401, 401]);
    // In one transaction, so that the server does not send it meanwhile.
    await api.sql.begin(async (tx) => {
      await tx`
        with hook as (
          insert into webhooks (url, kinds, owner_id)
          select 'https://receiver.invalid/', '{lead.created}', id from users
          where id = ${owner} or owner_id = ${owner} returning id
        )
        insert into deliveries (webhook_id, kind, due_at)
        select id, 'test', now() - interval '1 minute' from hook`;
      expect(await claimDue(tx, [], 1)).toEqual([]);
      await tx`update identities set sso_at = now() where user_id = ${owner}`;
      expect(await claimDue(tx, [], 1)).toHaveLength(3);
    });
    expect(await statuses()).toEqual([200, 200]);
    expect((await signOn({ ...person, groups: ['everybody'] })).problem).toEqual(noAccount);
    expect(await statuses()).toEqual([401, 401]);
    expect(
      await api.sql`
      select id from webhooks where owner_id = ${owner}
      union select id from users where owner_id = ${owner}`,
    ).toEqual([]);
  });

  it('is one account, however often a person logs in for the first time at once', async () => {
    const person = stranger({ groups: ['helpers'] });
    const login = await Promise.all([begin(), begin(), begin()]);
    const ids = new Set<string>();
    for (const one of login) {
      provider.say.idToken = await provider.sign(provider.goodToken(one.nonce, person));
      provider.say.userinfo = { sub: person.sub };
      ids.add(clientOf(await finish(one, responseOf(one))).user?.id ?? '');
    }
    expect(ids.size).toBe(1);
  });
});

describe('an address in an account', () => {
  const boss = () => stranger({ groups: ['raffle-admins'], name: 'The Boss' });
  const trailOf = async (id = '') => {
    const entries = (await api.admin.get('/api/audit?limit=50')).as(auditPage);
    return entries.filter(({ actor, subject }) => actor?.id === id || subject?.id === id);
  };
  const setOwn = (client: Client, email: string) =>
    client.post('/api/account/email', { email, currentPassword: password });
  const signIn = ({ user }: Client) =>
    api.anyone.post('/api/auth/login', { username: user?.username, password });

  it('that an organiser of single events wrote there brings nobody else into the account', async () => {
    const event = await createEvent(api.admin);
    const planter = await newAdministrator(api, [event.id]);
    const person = boss();
    expect((await setOwn(planter, person.email)).status).toBe(200);
    // An administrator who changes another field sends the form with the same address.
    const rename = { fullName: 'Jo B', email: person.email, currentPassword: ADMIN.password };
    expect((await api.admin.patch(`/api/accounts/${planter.user?.id}`, rename)).status).toBe(200);

    expect((await signOn({ ...person, groups: [] })).problem).toEqual(noAccount);
    const arrived = clientOf(await signOn(person));
    expect(arrived.user).toMatchObject({ name: 'The Boss', role: 'admin', events: null });
    expect(arrived.user?.id).not.toBe(planter.user?.id);
    expect((await arrived.get('/api/account')).as(ownAccount).email).toBe(person.email);
    expect((await planter.get('/api/account')).as(ownAccount).email).toBeNull();
    const [taken] = await trailOf(planter.user?.id);
    expect(taken?.kind).toBe('email-removed');
    expect((await setOwn(planter, person.email)).status).toBe(409);
  });

  it('leads its owner into it once an administrator of all events has set it, who alone has it from then on', async () => {
    const planter = await newAdministrator(api, [(await createEvent(api.admin)).id]);
    const { id = '' } = planter.user ?? {};
    const person = boss();
    const change = { email: person.email, currentPassword: ADMIN.password };
    expect((await api.admin.patch(`/api/accounts/${id}`, change)).status).toBe(200);
    const code = await newLoginCode(api, id);
    const phone = new Authenticator({ origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname });
    const { challenge } = (
      await planter.post('/api/account/passkeys/options', { currentPassword: password })
    ).as(passkeyOptions);
    const credential = phone.register(challenge);
    expect(
      (await planter.post('/api/account/passkeys', { name: 'Phone', credential })).status,
    ).toBe(201);

    const arrived = clientOf(await signOn({ ...person, groups: [] }));
    expect(arrived.user?.id).toBe(id);
    expect((await planter.get('/api/auth/me')).status).toBe(401);
    expect((await signIn(planter)).problem).toEqual(invalidCredentials);
    const asked = (await api.anyone.post('/api/auth/passkey-challenge')).as(passkeyChallenge);
    const passkey = phone.assert(asked.challenge);
    expect((await api.anyone.post('/api/auth/login-passkey', { passkey })).status).toBe(401);
    const linkBody = { code, newPassword: 'seven brass kettles' };
    expect((await api.anyone.post('/api/auth/password-by-link', linkBody)).status).toBe(401);
    expect((await arrived.get('/api/account')).as(ownAccount).passkeys).toEqual([]);
    const linked = (await trailOf(id)).find(({ kind }) => kind === 'sign-on-linked');
    const ended = { passwordsEnded: 1, passkeysEnded: 1, sessionsEnded: 1 };
    expect(linked?.details).toEqual({ provider: provider.issuer, ...ended });

    // A password that they have set themselves stays, however often they log in through the provider.
    const { confirmation: currentPassword } = (
      await arrived.post('/api/account/confirmation', {})
    ).as(confirmation);
    const passwordChange = { currentPassword, newPassword: 'wisteria lantern 41' };
    expect((await arrived.post('/api/account/password', passwordChange)).status).toBe(200);
    await signOn({ ...person, groups: [] });
    const login = { username: planter.user?.username, password: passwordChange.newPassword };
    expect((await api.anyone.post('/api/auth/login', login)).status).toBe(200);
  });

  it('is theirs who has set a password, or logged in, by a link that was mailed there', async () => {
    const limited = await newAdministrator(api, [(await createEvent(api.admin)).id]);
    const organiser = stranger();
    expect((await setOwn(limited, organiser.email)).status).toBe(200);
    const helper = stranger();
    const volunteer = await createVolunteer(api);
    await api.sql`update users set email = ${helper.email} where id = ${volunteer.id}`;
    for (const person of [organiser, helper]) {
      expect((await signOn(person)).problem).toEqual(noAccount);
    }
    const codeFor = async ({ email }: { email: string }) =>
      /#([\w-]{43})/.exec((await post.next(email)).text)?.[1];

    await api.anyone.post('/api/auth/forgotten-password', { email: organiser.email });
    const chosen = { code: await codeFor(organiser), newPassword: 'seven brass kettles' };
    expect((await api.anyone.post('/api/auth/password-by-link', chosen)).status).toBe(200);
    await api.admin.post(`/api/mail/login-links/${volunteer.id}`);
    const code = await codeFor(helper);
    expect((await api.anyone.post('/api/auth/login-code', { code })).status).toBe(200);

    expect(clientOf(await signOn(organiser)).user?.id).toBe(limited.user?.id);
    expect(clientOf(await signOn(helper)).user?.id).toBe(volunteer.id);
  });
});

describe('an account without a password', () => {
  it('has none to guess, and confirms changes by a fresh sign-on until it has one', async () => {
    const client = clientOf(await signOn(stranger({ groups: ['raffle-admins'] })));
    const { username } = client.user as NonNullable<typeof client.user>;
    expect((await client.get('/api/account')).as(ownAccount).hasPassword).toBe(false);
    const guess = await api.anyone.post('/api/auth/login', { username, password: 'confirmed:' });
    expect(guess.problem).toEqual(invalidCredentials);

    const confirm = () => client.post('/api/account/confirmation', {});
    const { confirmation: currentPassword } = (await confirm()).as(confirmation);
    // The confirmation belongs to this session, and is not a password for other users.
    const other = await newAdministrator(api);
    const change = { currentPassword, newPassword: 'wisteria lantern 41' };
    expect((await other.post('/api/account/password', change)).status).toBe(403);
    await api.sql`update sessions set created_at = now() - interval '16 minutes'
      where user_id = ${client.user?.id ?? ''}`;
    expect((await confirm()).problem).toEqual([403, 'Please log in again, then make this change']);
    expect((await client.post('/api/account/password', change)).status).toBe(200);
    const account = { username, password: change.newPassword };
    expect((await api.anyone.post('/api/auth/login', account)).status).toBe(200);
  });

  it('is not confirmed by a session of somebody who has a password', async () => {
    const { client } = await createVolunteer(api);
    expect((await client.post('/api/account/confirmation', {})).status).toBe(403);
  });
});

describe('logging out', () => {
  it('offers to log out at the provider, to whoever came from there', async () => {
    const client = clientOf(await signOn(stranger({ groups: ['helpers'] })));
    expect((await client.post('/api/auth/logout')).as(logoutResponse).signOn).toBe('Acme');
    const { client: volunteer } = await createVolunteer(api);
    expect((await volunteer.post('/api/auth/logout')).json()).toEqual({ ok: true });

    const end = await fetch(`${api.anyone.url}/api/auth/sign-on/end`, { redirect: 'manual' });
    const to = new URL(end.headers.get('location') ?? '');
    expect(to.origin + to.pathname).toBe(`${provider.issuer}/end`);
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`);
  });
});

describe('the log', () => {
  it('says why a login was refused, and not what the provider wrote', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => lines.push(line) });
    const logged = await startApi(provider.settings, log, { beside: api });
    const name = 'Zoe Zimmermann';
    const said = { error: 'access_denied', error_description: `${name} said no`, code: undefined };
    try {
      const denied = await begin(logged);
      expect((await finish(denied, responseOf(denied, said), logged)).problem).toEqual(refused);
      const login = await begin(logged);
      const claims = { name, email: 'zoe@example.org', groups: ['Zimmermanns'] };
      provider.say.idToken = await provider.sign(provider.goodToken(login.nonce, claims));
      provider.say.userinfo = { sub: 'zoe.zimmermann', ...claims };
      expect((await finish(login, responseOf(login), logged)).problem).toEqual(refused);
      const stranger = await begin(logged);
      provider.say.idToken = await provider.sign(provider.goodToken(stranger.nonce, claims));
      provider.say.userinfo = { sub: 'zoe', ...claims };
      expect((await finish(stranger, responseOf(stranger), logged)).problem).toEqual(noAccount);
    } finally {
      await logged.close();
    }
    const refusals = lines.filter((line) => line.includes('login refused'));
    expect(refusals).toEqual([
      expect.stringContaining('"because":"access_denied"'),
      expect.stringContaining('"code":"OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED"'),
    ]);
    expect(lines.join('')).not.toMatch(/zimmermann|zoe/i);
  });
});

describe('a provider that is away', () => {
  it('keeps nobody else out, and is asked again', async () => {
    const elsewhere = await startAnyProvider();
    await elsewhere.close();
    const alone = await startApi(elsewhere.settings, createLog('silent'), {
      oneProcess: 'each process asks the provider once',
      beside: api,
    });
    const start = () => alone.anyone.post('/api/auth/sign-on');
    try {
      expect((await alone.anyone.get('/api/auth/login-methods')).as(loginMethods)).toEqual({
        signOn: 'Acme',
        mail: false,
      });
      expect((await start()).problem).toEqual(away);
      await elsewhere.reopen();
      expect((await start()).status).toBe(200);
      const asked = elsewhere.requests();
      expect((await start()).status).toBe(200);
      expect(elsewhere.requests()).toBe(asked);
      await elsewhere.close();
      const login = await begin(alone);
      expect(
        (await finish(login, responseOf(login, { iss: elsewhere.issuer }), alone)).problem,
      ).toEqual(away);
    } finally {
      await alone.close();
      await elsewhere.close();
    }
  });
});

describe('with oidc-provider', () => {
  it('a volunteer logs in and out', async () => {
    // The library warns of everything that would matter in production.
    for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
    const { default: Provider } = await import('oidc-provider' as string);
    const server = createServer((request, response) => handle(request, response));
    let handle: (request: unknown, response: { writeHead: unknown }) => void;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const op = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${PUBLIC_URL}/login`],
          post_logout_redirect_uris: [`${PUBLIC_URL}/login`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      scopes: ['openid', 'email', 'groups'],
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/decide' },
      findAccount: (_context: unknown, accountId: string) => ({
        accountId,
        claims: () => ({
          sub: accountId,
          email: 'tom@example.org',
          email_verified: true,
          groups: ['helpers'],
        }),
      }),
      loadExistingGrant: async (context: never) => grantAll(op, context),
    });
    const callback = op.callback();
    handle = (request, response) =>
      (request as { url: string }).url === '/decide'
        ? op.interactionFinished(request, response, { login: { accountId: 'tom' } })
        : callback(request, response);

    const ownApi = await startApi(
      {
        ...provider.settings,
        OIDC_ISSUER: issuer,
        OIDC_SCOPES: 'openid email groups',
        OIDC_VOLUNTEERS: 'groups=helpers',
      },
      createLog('silent'),
      { beside: api },
    );
    try {
      const { url, secret } = (await ownApi.anyone.post('/api/auth/sign-on')).as(signOnStart);
      const back = await browse(url);
      expect(back.origin + back.pathname).toBe(`${PUBLIC_URL}/login`);
      expect(back.searchParams.get('iss')).toBe(issuer);
      const response = await finish({ secret }, back.search, ownApi);
      expect(response.as(loginResponse).user).toMatchObject({ username: 'tom', role: 'volunteer' });
      // The provider accepts a code once, even from another login of ours.
      const second = (await ownApi.anyone.post('/api/auth/sign-on')).as(signOnStart);
      const replayed = await finish(second, back.search, ownApi);
      expect(replayed.problem).toEqual(refused);

      const end = await fetch(`${ownApi.anyone.url}/api/auth/sign-on/end`, { redirect: 'manual' });
      const asks = await fetch(end.headers.get('location') ?? '');
      expect([asks.status, await asks.text()]).toEqual([200, expect.stringContaining('<form')]);
    } finally {
      await ownApi.close();
      server.closeAllConnections();
      server.close();
    }
  });

  /** Grants everything in the name of the person. */
  async function grantAll(op: { Grant: new (of: object) => Grant }, context: GrantContext) {
    const { client, session } = context.oidc;
    const grant = new op.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email groups');
    await grant.save();
    return grant;
  }
  interface Grant {
    addOIDCScope(scopes: string): void;
    save(): Promise<unknown>;
  }
  interface GrantContext {
    oidc: { client: { clientId: string }; session: { accountId: string } };
  }

  /** Follows the provider's redirects, with its cookies, until it redirects back to us. */
  async function browse(start: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(start);
    while (url.origin !== PUBLIC_URL) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${url} answered ${await response.text()}`);
      url = new URL(location, url);
    }
    return url;
  }
});
