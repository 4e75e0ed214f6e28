import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Account, Api } from './api.ts';
import { ADMIN } from './launch-server.ts';

export const PASSWORD = 'seven brass kettles';

/** Creates an administrator whom a test can change without affecting other tests. */
export async function createAdministrator(api: Api): Promise<Account> {
  const username = `organiser-${randomUUID().slice(0, 8)}`;
  await api.call('POST', '/api/accounts', {
    fullName: 'Jo Bloggs',
    username,
    password: PASSWORD,
    currentPassword: ADMIN.password,
  });
  return { username, password: PASSWORD };
}

/** The code of an authenticator app with this key, some steps of 30 seconds from now. */
export function codeFor(key: string, steps = 0): string {
  const secret = Secret.fromBase32(key.replaceAll(' ', ''));
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}
