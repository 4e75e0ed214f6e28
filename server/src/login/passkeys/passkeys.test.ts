import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loginResponse } from '@drawbridge/contract/login/auth';
import {
  confirmation,
  passkeyAdded,
  passkeyChallenge,
  passkeyOptions,
} from '@drawbridge/contract/login/passkeys';
import { ownAccount, secondFactorKey } from '@drawbridge/contract/team/accounts';
import { auditPage } from '@drawbridge/contract/team/audit';
import { SettingsService } from '@simplewebauthn/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newAdministrator, newSession } from '../../test/checks/callers.ts';
import { Authenticator } from '../../test/fakes/authenticator.ts';
import { makeAttestationCertificate } from '../../test/fakes/certificate.ts';
import { codeFor, giveSecondFactor } from '../../test/fakes/second-factor.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse, Client } from '../../test/world/client.ts';
import { createVolunteer } from '../../test/world/fixtures.ts';
import { invalidCredentials, notSignedIn } from '../../test/world/login.ts';

const site = { origin: 'https://raffle.example.org', rpId: 'raffle.example.org' };
const PASSWORD = 'secret-enough';
const wrong: ApiResponse['problem'] = [
  401,
  'This passkey did not work. Please try again, or log in another way.',
];
const notAdded: ApiResponse['problem'] = [
  400,
  'This passkey could not be added. Please try again.',
];
const passkeyNeeded: ApiResponse['problem'] = [401, 'Use your passkey, or enter a recovery code'];
const codeNeeded: ApiResponse['problem'] = [401, 'Enter the code from your app or a recovery code'];

let api: TestApi;
let admin: Client;
let phone: Authenticator;
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: site.origin });
});
beforeEach(async () => {
  admin = await newAdministrator(api);
  phone = new Authenticator(site);
});
afterAll(() => api.close());

const start = async (client = admin) =>
  (await client.post('/api/account/passkeys/options', { currentPassword: PASSWORD })).as(
    passkeyOptions,
  );
const send = (credential: object, client = admin) =>
  client.post('/api/account/passkeys', { name: 'Phone', credential });
const add = async (client = admin, authenticator = phone) => {
  const { challenge } = await start(client);
  return (await send(authenticator.register(challenge), client)).as(passkeyAdded);
};
const challenge = async () =>
  (await api.anyone.post('/api/auth/passkey-challenge')).as(passkeyChallenge).challenge;
const logIn = (passkey: object) => api.anyone.post('/api/auth/login-passkey', { passkey });
const logInWithBoth = (passkey?: object, client = admin) =>
  api.anyone.post('/api/auth/login', {
    username: client.user?.username,
    password: PASSWORD,
    passkey,
  });
const readOwnAccount = async (client = admin) => (await client.get('/api/account')).as(ownAccount);

it.each(['[', 'a:99999999', 'a b', '%'])('no call takes the host %j', async (host) => {
  // The relying party is the address of the request.
  const other = await startApi({});
  onTestFinished(() => other.close());
  const user = await newAdministrator(other);
  const post = async (path: string, body: object = {}) => {
    const headers = {
      ...{ host, authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    };
    const asked = request(new URL(path, other.anyone.url), { method: 'POST', headers });
    asked.end(JSON.stringify(body));
    const [{ statusCode }] = await once(asked, 'response');
    asked.destroy();
    return statusCode;
  };
  const passkey = phone.assert(await challenge());
  expect([
    await post('/api/auth/passkey-challenge'),
    await post('/api/auth/login-passkey', { passkey }),
    await post('/api/account/passkeys/options', { currentPassword: PASSWORD }),
  ]).toEqual([400, 400, 400]);
});

describe('a passkey', () => {
  it('is added with the password, named, listed and removed', async () => {
    const options = await start();
    expect(options).toMatchObject({
      rp: { id: site.rpId },
      user: { name: admin.user?.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = (await send(phone.register(options.challenge))).as(passkeyAdded);
    expect(added.recoveryCodes).toHaveLength(10);
    const path = `/api/account/passkeys/${added.id}`;
    await admin.patch(path, { name: 'My phone' });
    expect((await readOwnAccount()).passkeys).toMatchObject([{ id: added.id, name: 'My phone' }]);
    // The browser excludes the passkeys that the account already has.
    expect((await start()).excludeCredentials).toMatchObject([{ id: phone.id }]);

    const { client: other } = await createVolunteer(api);
    const confirmed = { currentPassword: PASSWORD };
    expect((await other.patch(path, { name: 'Mine' })).status).toBe(404);
    expect((await other.post(`${path}/delete`, confirmed)).status).toBe(404);
    expect((await admin.post(`${path}/delete`, { currentPassword: 'guess' })).status).toBe(403);
    expect((await admin.post(`${path}/delete`, confirmed)).status).toBe(200);
    expect(await readOwnAccount()).toMatchObject({ passkeys: [], secondFactor: null });
    expect((await logIn(phone.assert(await challenge()))).problem).toEqual(wrong);
    expect((await logInWithBoth()).status).toBe(200);

    const entries = (await api.admin.get('/api/audit?limit=20')).as(auditPage);
    const kinds = entries
      .filter(({ actor, kind }) => actor?.id === admin.user?.id && kind.startsWith('passkey'))
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['passkey-removed', 'passkey-renamed', 'passkey-added']);
  });

  it('is for everybody, and a volunteer gets no recovery codes', async () => {
    const { client } = await createVolunteer(api);
    const { challenge: asked } = (
      await client.post('/api/account/passkeys/options', { currentPassword: PASSWORD })
    ).as(passkeyOptions);
    const added = (await send(phone.register(asked), client)).as(passkeyAdded);
    expect(added.recoveryCodes).toBeNull();
    const { user } = (await logIn(phone.assert(await challenge()))).as(loginResponse);
    expect(user).toEqual(client.user);
  });

  it('may sign for itself', async () => {
    const { challenge } = await start();
    expect((await send(phone.register(challenge, site, 'by itself'))).status).toBe(201);
  });

  it('is refused with a certificate, and no address in it is asked', async () => {
    const requested: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      requested.push(url);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { root, ...maker } = makeAttestationCertificate(`http://127.0.0.1:${port}/revoked`);
    // The library requires the signature of a known maker; the certificates of some makers are built in.
    SettingsService.setRootCertificates({ identifier: 'packed', certificates: [root] });
    try {
      const { challenge } = await start();
      const response = await send(phone.register(challenge, site, maker));
      expect(requested).toEqual([]);
      expect(response.problem).toEqual(notAdded);
      expect((await readOwnAccount()).passkeys).toEqual([]);
    } finally {
      SettingsService.setRootCertificates({ identifier: 'packed', certificates: [] });
      server.closeAllConnections();
      server.close();
    }
  });

  it('ends all other sessions if it is the first second factor', async () => {
    const other = await newSession(api, admin.user as NonNullable<typeof admin.user>);
    await add();
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    const third = await newSession(api, admin.user as NonNullable<typeof admin.user>);
    expect((await add(admin, new Authenticator(site))).recoveryCodes).toBeNull();
    expect((await third.get('/api/auth/me')).status).toBe(200);
  });

  it('is not added for another site, a used challenge, another session, or without unlocking', async () => {
    const response = await start();
    const elsewhere = phone.register(response.challenge, {
      ...site,
      origin: 'https://evil.example',
    });
    expect((await send(elsewhere)).problem).toEqual(notAdded);
    // That challenge has been consumed.
    expect((await send(phone.register(response.challenge))).problem).toEqual(notAdded);
    expect((await send(phone.register('made-up'))).problem).toEqual(notAdded);
    const other = await newAdministrator(api);
    const { challenge: theirs } = await start(other);
    expect((await send(phone.register(theirs))).problem).toEqual(notAdded);
    // A challenge for logging in does not add a passkey.
    expect((await send(phone.register(await challenge()))).problem).toEqual(notAdded);
    const foreign = new Authenticator({ ...site, rpId: 'evil.example' });
    expect((await send(foreign.register((await start()).challenge))).problem).toEqual(notAdded);
    phone.unlocked = false;
    expect((await send(phone.register((await start()).challenge))).problem).toEqual(notAdded);
    expect((await readOwnAccount()).passkeys).toEqual([]);
    phone.unlocked = true;
    await add();
    // The same passkey again, and for another account.
    expect((await send(phone.register((await start()).challenge))).problem).toEqual(notAdded);
    expect((await send(phone.register((await start(other)).challenge), other)).problem).toEqual(
      notAdded,
    );
  });
});

describe('logging in with a passkey alone', () => {
  beforeEach(() => add());

  it('needs no name and no password', async () => {
    const { user } = (await logIn(phone.assert(await challenge()))).as(loginResponse);
    expect(user).toEqual(admin.user);
    expect((await readOwnAccount()).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it('takes each challenge once, right or wrong', async () => {
    const signed = phone.assert(await challenge());
    const both = await Promise.all([logIn(signed), logIn(signed)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const next = await challenge();
    expect(
      (await logIn(phone.assert(next, { ...site, origin: 'https://evil.example' }))).problem,
    ).toEqual(wrong);
    expect((await logIn(phone.assert(next))).problem).toEqual(wrong);
    const late = await challenge();
    await api.sql`update one_time_tokens set expires_at = now() where purpose = 'passkey'`;
    expect((await logIn(phone.assert(late))).problem).toEqual(wrong);
    // A challenge for adding a passkey does not log in.
    expect((await logIn(phone.assert((await start()).challenge))).problem).toEqual(wrong);
  });

  it('is refused for a changed signature, a locked or unknown passkey, and one that counts backwards', async () => {
    const signed = phone.assert(await challenge());
    const other = phone.assert(await challenge());
    const { signature } = other.response;
    const forged = { ...signed, response: { ...signed.response, signature } };
    expect((await logIn(forged)).problem).toEqual(wrong);
    expect((await logIn(new Authenticator(site).assert(await challenge()))).problem).toEqual(wrong);
    phone.unlocked = false;
    expect((await logIn(phone.assert(await challenge()))).problem).toEqual(wrong);
    phone.unlocked = true;
    expect((await logIn(phone.assert(await challenge()))).status).toBe(200);
    phone.counter = 1;
    expect((await logIn(phone.assert(await challenge()))).problem).toEqual(wrong);
  });

  it('is refused while the account is disabled', async () => {
    await api.sql`update users set disabled_at = now() where id = ${admin.user?.id ?? ''}`;
    expect((await logIn(phone.assert(await challenge()))).problem).toEqual(wrong);
  });
});

describe('a passkey as second factor', () => {
  it('or a recovery code is needed with the password', async () => {
    const { recoveryCodes } = await add();
    expect((await logInWithBoth()).problem).toEqual(passkeyNeeded);
    expect((await logInWithBoth(phone.assert(await challenge()))).status).toBe(200);
    const { username } = admin.user as NonNullable<typeof admin.user>;
    const code = recoveryCodes?.[0];
    const recovered = { username, password: PASSWORD, code };
    expect((await api.anyone.post('/api/auth/login', recovered)).status).toBe(200);
    expect((await readOwnAccount()).secondFactor).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 9,
    });
    const guessed = await api.anyone.post('/api/auth/login', {
      ...recovered,
      password: 'not-my-password',
      passkey: phone.assert(await challenge()),
    });
    expect(guessed.problem).toEqual(invalidCredentials);
    // A user who also has an app must enter its code.
    await giveSecondFactor(api, admin, 'on');
    expect((await logInWithBoth()).problem).toEqual(codeNeeded);
  });

  it('leaves an app key that was never confirmed without effect', async () => {
    await add();
    const started = await admin.post('/api/account/second-factor', { currentPassword: PASSWORD });
    const { key } = started.as(secondFactorKey);
    const { username } = admin.user ?? {};
    const body = { username, password: PASSWORD, code: codeFor(key) };
    expect((await api.anyone.post('/api/auth/login', body)).status).toBe(401);
  });

  it("is the account's own, and not somebody else's", async () => {
    await add();
    const other = await newAdministrator(api);
    const theirs = new Authenticator(site);
    await add(other, theirs);
    expect((await logInWithBoth(theirs.assert(await challenge()))).problem).toEqual(wrong);
  });

  it('is removed by another administrator after a lost phone', async () => {
    await add();
    const { id } = admin.user as NonNullable<typeof admin.user>;
    const path = `/api/accounts/${id}/second-factor/delete`;
    const helper = await newAdministrator(api);
    expect((await helper.post(path, { currentPassword: PASSWORD })).status).toBe(200);
    expect((await logInWithBoth()).status).toBe(200);
    expect((await logIn(phone.assert(await challenge()))).problem).toEqual(wrong);
  });
});

describe('a passkey in place of the current password', () => {
  it('confirms changes of its session for five minutes', async () => {
    const { id } = await add();
    const confirm = async (authenticator = phone) =>
      admin.post('/api/account/confirmation', { passkey: authenticator.assert(await challenge()) });
    const { confirmation: currentPassword } = (await confirm()).as(confirmation);
    const remove = (client: Client) =>
      client.post(`/api/account/passkeys/${id}/delete`, { currentPassword });
    const stolen = await newSession(api, admin.user as NonNullable<typeof admin.user>);
    expect((await remove(stolen)).status).toBe(403);
    await api.sql`update one_time_tokens set expires_at = now() where purpose = 'confirmation'`;
    expect((await remove(admin)).status).toBe(403);

    const theirs = new Authenticator(site);
    await add(await newAdministrator(api), theirs);
    expect((await confirm(theirs)).status).toBe(403);
    const again = (await confirm()).as(confirmation).confirmation;
    const options = { currentPassword: again };
    expect((await admin.post('/api/account/passkeys/options', options)).status).toBe(200);
  });
});
