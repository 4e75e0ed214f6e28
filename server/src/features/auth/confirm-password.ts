import type { SessionUser } from '@drawbridge/contract/auth';
import { normalizeIP } from '@fastify/rate-limit';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { recordAudit } from '../audit/store.ts';
import { countAttempt, forgiveAttempt } from './login-attempt-store.ts';
import { passwordMatches } from './passwords.ts';
import { findPasswordHash } from './store.ts';

/**
 * Throws unless the signed-in user has this password. Attempts are counted like log-ins, because somebody
 * with a stolen session must not guess either.
 */
export async function confirmPassword(
  db: Db,
  { user, password, ip }: { user: SessionUser; password: string; ip: string },
): Promise<void> {
  const attempt = { account: user.id, address: normalizeIP(ip), device: undefined };
  const counted = await countAttempt(db, attempt);
  if (counted.waitSeconds > 0) {
    throw new Problem('too-many-logins', { retryAfterSeconds: counted.waitSeconds });
  }
  if (!(await passwordMatches(await findPasswordHash(db, user.id), password))) {
    await recordAudit(db, user, { kind: 'password-wrong' });
    throw new Problem('wrong-password');
  }
  await forgiveAttempt(db, counted);
}
