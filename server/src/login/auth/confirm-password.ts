import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../core/change/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { type CurrentUser, currentUser } from '../../http/session.ts';
import { countAttempt, forgiveAttempt, type Subject } from './login-attempt-store.ts';
import { isConfirmed, passwordMatches } from './secrets.ts';
import { findPasswordHash } from './store.ts';

/** What a confirmation without a password begins with; it is sent in the password's place. */
export const CONFIRMATION_PREFIX = 'confirmed:';

/**
 * Throws unless the signed-in user has this password, or has just confirmed who they are in another way, and returns
 * the password's hash. Somebody with a stolen session must not guess either, so wrong passwords are counted.
 */
export async function confirmPassword(
  db: Db,
  user: CurrentUser,
  password: string,
): Promise<string> {
  const counted = await countConfirmation(db, user, 'too-many-wrong-passwords');
  const passwordHash = await findPasswordHash(db, user.id);
  const right = password.startsWith(CONFIRMATION_PREFIX)
    ? await isConfirmed(db, password, user.sessionId)
    : await passwordMatches(passwordHash, password);
  // An account that has just been disabled or deleted has none.
  if (passwordHash === undefined || !right) {
    await recordAudit(db, user, { kind: 'password-wrong' });
    throw new Problem('wrong-password');
  }
  await forgiveAttempt(db, counted);
  return passwordHash;
}

/** Throws unless the signed-in user has just sent the right password. A token is a secret that nobody types in. */
export async function confirmUser(
  db: Db,
  request: FastifyRequest<{ Body: { currentPassword?: string } }>,
): Promise<void> {
  const user = await currentUser(request);
  if (!user.scopes) await confirmPassword(db, user, request.body.currentPassword ?? '');
}

/**
 * Counts an attempt of a signed-in user as failed until it is forgiven. These attempts have limits of their
 * own: people without a session cannot use them up.
 */
export async function countConfirmation(
  db: Db,
  { id }: CurrentUser,
  problem: ProblemCode,
): Promise<Subject[]> {
  const session = `session of ${id}`;
  return countAttempt(db, { account: session, address: session, device: undefined }, problem);
}
