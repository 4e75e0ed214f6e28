import { Secret, TOTP } from 'otpauth';
import type { TestApi } from '../world/api.ts';
import type { Client } from '../world/client.ts';

const KEY = Buffer.from('a key of twenty byte');

/** Gives an administrator a second factor that is on, or whose key is not confirmed yet. */
export async function giveSecondFactor(api: TestApi, client: Client, state: 'on' | 'started') {
  if (client.user?.role !== 'admin') return;
  await api.sql`
    update users set totp_key = ${KEY}, totp_last_step = null,
      totp_enabled_at = case when ${state} = 'on' then now() end
    where id = ${client.user.id}`;
}

/** The code of an authenticator app with the key of `giveSecondFactor`, some time steps from now. */
export function appCode(steps = 0): string {
  return codeOf(new Secret({ buffer: Uint8Array.from(KEY).buffer }), steps);
}

/** The code of an app in which this key was typed. */
export function codeFor(key: string, steps = 0): string {
  return codeOf(Secret.fromBase32(key), steps);
}

function codeOf(secret: Secret, steps: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}
