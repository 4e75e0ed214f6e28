import { ownAccount, recoveryCodes, secondFactorKey } from '@drawbridge/contract/team/accounts';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, newSession } from '../../test/checks/callers.ts';
import { appCode, codeFor, giveSecondFactor } from '../../test/fakes/second-factor.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse, Client } from '../../test/world/client.ts';
import { invalidCredentials, notSignedIn } from '../../test/world/login.ts';

let api: TestApi;
let admin: Client;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  admin = await newAdministrator(api);
});
afterAll(() => api.close());

const PASSWORD = 'secret-enough';
const confirm = { currentPassword: PASSWORD };
const required: ApiResponse['problem'] = [401, 'Enter the code from your app or a recovery code'];
const wrongCode: ApiResponse['problem'] = [401, 'Wrong code. Wait for the next one and try again.'];
const wrongRecoveryCode: ApiResponse['problem'] = [
  401,
  'Wrong recovery code. Each code works only once.',
];

const logIn = (code?: string, password = PASSWORD, headers?: Record<string, string>) =>
  api.anyone.post(
    '/api/auth/login',
    { username: admin.user?.username, password, ...(code !== undefined && { code }) },
    headers,
  );
const start = async () =>
  (await admin.post('/api/account/second-factor', confirm)).as(secondFactorKey);
const finish = (code: string) => admin.post('/api/account/second-factor/confirm', { code });
const readOwnAccount = async () => (await admin.get('/api/account')).as(ownAccount);

/** Turns it on with the code of the current time step, so that the next code is the first for a login. */
async function turnOn() {
  const { key } = await start();
  const codes = (await finish(codeFor(key))).as(recoveryCodes).recoveryCodes;
  return { key, codes };
}

describe('turning the second factor on', () => {
  it('takes the password and a code, and gives ten recovery codes', async () => {
    const { key, uri } = await start();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Drawbridge:organiser\d+\?issuer=Drawbridge&secret=/);
    expect(uri).toContain(key);
    expect((await logIn()).status).toBe(200);

    const code = codeFor(key);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { recoveryCodes: codes } = (await finish(typed)).as(recoveryCodes);
    expect(new Set(codes).size).toBe(10);
    expect((await readOwnAccount()).secondFactor).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await logIn()).problem).toEqual(required);
  });

  it('ends all other sessions', async () => {
    const other = await newSession(api, admin.user as NonNullable<typeof admin.user>);
    await turnOn();
    expect((await other.get('/api/auth/me')).problem).toEqual(notSignedIn);
    expect((await admin.get('/api/auth/me')).status).toBe(200);
  });

  it('is refused with a wrong password, a wrong code or nothing to confirm', async () => {
    const wrong = { currentPassword: 'not-my-password' };
    expect((await admin.post('/api/account/second-factor', wrong)).status).toBe(403);
    expect((await finish('123456')).problem).toEqual([
      409,
      'Start the setup again to get a new key',
    ]);
    const { key } = await start();
    const code = codeFor(key) === '123456' ? '654321' : '123456';
    expect((await finish(code)).status).toBe(400);
    expect((await finish('12345')).problem).toEqual([400, 'The code has six digits']);
    expect((await readOwnAccount()).secondFactor).toBeNull();
    expect((await logIn()).status).toBe(200);
  });

  it('is not possible twice: a stolen session cannot replace the key', async () => {
    await turnOn();
    const again = await admin.post('/api/account/second-factor', confirm);
    expect(again.problem).toEqual([409, 'Two-factor authentication is already on']);
  });

  it('keeps only hashes of the recovery codes', async () => {
    const { codes } = await turnOn();
    const rows = await api.sql`
      select code_hash as hash from recovery_codes where user_id = ${admin.user?.id}`;
    expect(rows).toHaveLength(10);
    for (const { hash } of rows) {
      expect(codes.some((code) => hash.includes(Buffer.from(code.slice(0, 5))))).toBe(false);
      expect(hash).toHaveLength(32);
    }
  });
});

describe('logging in with a second factor', () => {
  it('asks for a code only after the right password', async () => {
    await turnOn();
    expect((await logIn(undefined, 'not-my-password')).problem).toEqual(invalidCredentials);
    expect((await logIn('123456', 'not-my-password')).problem).toEqual(invalidCredentials);
    const response = await logIn(undefined, PASSWORD, { accept: 'application/problem+json' });
    expect(response.json()).toMatchObject({ status: 401, code: 'second-factor-required' });
  });

  it('takes each code of the app once, and none before it', async () => {
    const { key } = await turnOn();
    // The code of this time step has turned it on.
    expect((await logIn(codeFor(key))).problem).toEqual(wrongCode);
    const following = codeFor(key, 1);
    expect((await logIn(`${following.slice(0, 3)} ${following.slice(3)}`)).status).toBe(200);
    expect((await logIn(following)).problem).toEqual(wrongCode);
    expect((await logIn(codeFor(key))).problem).toEqual(wrongCode);
  });

  it('takes one code once, however many log in with it at the same time', async () => {
    await giveSecondFactor(api, admin, 'on');
    const code = appCode();
    const responses = await Promise.all([logIn(code), logIn(code), logIn(code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('refuses codes of other times', async () => {
    await giveSecondFactor(api, admin, 'on');
    expect((await logIn(appCode(-4))).problem).toEqual(wrongCode);
    expect((await logIn(appCode(4))).problem).toEqual(wrongCode);
  });

  it('takes each recovery code once, in any spelling', async () => {
    const { codes } = await turnOn();
    const [first = '', second = ''] = codes;
    expect((await logIn(first)).status).toBe(200);
    expect((await logIn(first)).problem).toEqual(wrongRecoveryCode);
    // A code that never existed gets the same response.
    expect((await logIn('AAAAA-AAAAA')).problem).toEqual(wrongRecoveryCode);
    expect((await logIn(second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await readOwnAccount()).secondFactor).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('uses up no recovery code in a login that fails', async () => {
    const { codes } = await turnOn();
    expect((await logIn(codes[0], 'not-my-password')).problem).toEqual(invalidCredentials);
    const disable = (disabled: boolean) => api.sql`
      update users set disabled_at = case when ${disabled} then now() end
      where id = ${admin.user?.id}`;
    await disable(true);
    expect((await logIn(codes[0])).problem).toEqual(invalidCredentials);
    await disable(false);
    expect((await readOwnAccount()).secondFactor).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await logIn(codes[0])).status).toBe(200);
  });

  it('leaves in the audit trail that the password was right and a code was asked for', async () => {
    await giveSecondFactor(api, admin, 'on');
    await logIn(undefined, PASSWORD, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    });
    await logIn(undefined, 'not-my-password');
    const query = `actorId=${admin.user?.id}&kind=login-code-requested`;
    const entries = (await api.admin.get(`/api/audit?${query}`)).as(auditPage);
    expect(entries).toMatchObject([
      {
        actor: { id: admin.user?.id, name: admin.user?.username },
        details: { device: 'Firefox on Linux', address: '127.0.0.1' },
      },
    ]);
  });

  it('slows guesses of codes down, also when the right password comes between', async () => {
    await giveSecondFactor(api, admin, 'on');
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await logIn()).problem).toEqual(required);
      expect((await logIn('AAAAA-AAAAA')).problem).toEqual(wrongRecoveryCode);
    }
    expect((await logIn()).status).toBe(429);
    expect((await logIn(appCode())).status).toBe(429);
  });
});

describe('an administrator with a second factor', () => {
  it('gets new recovery codes, and the old ones no longer work', async () => {
    const { codes } = await turnOn();
    const response = await admin.post('/api/account/second-factor/recovery-codes', confirm);
    const [fresh] = response.as(recoveryCodes).recoveryCodes;
    expect((await logIn(codes[0])).problem).toEqual(wrongRecoveryCode);
    expect((await logIn(fresh)).status).toBe(200);
  });

  it('turns it off with the password', async () => {
    await turnOn();
    const wrong = { currentPassword: 'not-my-password' };
    expect((await admin.post('/api/account/second-factor/delete', wrong)).status).toBe(403);
    const removed = await admin.post('/api/account/second-factor/delete', confirm);
    expect(removed.as(ownAccount).secondFactor).toBeNull();
    expect((await logIn()).status).toBe(200);
    const again = await admin.post('/api/account/second-factor/recovery-codes', confirm);
    expect(again.problem).toEqual([409, 'Two-factor authentication is off']);
  });
});
