import type { SessionUser } from '@drawbridge/contract/auth';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { recordAudit } from '../audit/store.ts';
import { passwordMatches } from './passwords.ts';
import { loginPatience } from './rules.ts';
import { countAttempt, findPasswordHash, forgiveAttempt } from './store.ts';

/**
 * Throws unless the signed-in user has this password. Attempts are counted like log-ins, because somebody
 * with a stolen session must not guess either.
 */
export async function confirmPassword(db: Db, user: SessionUser, password: string): Promise<void> {
  const account = `account:${user.id}`;
  const { waitSeconds } = await countAttempt(db, account, loginPatience.account);
  if (waitSeconds > 0) throw new Problem('too-many-logins', { retryAfterSeconds: waitSeconds });
  if (!(await passwordMatches(await findPasswordHash(db, user.id), password))) {
    await recordAudit(db, user, { kind: 'password-wrong' });
    throw new Problem('wrong-password');
  }
  await forgiveAttempt(db, account);
}
