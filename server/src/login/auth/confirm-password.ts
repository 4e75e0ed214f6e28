import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../core/change/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { type CurrentUser, currentUser } from '../../http/session.ts';
import { countAttempt, forgiveAttempt, type Subject } from './login-attempt-store.ts';
import { isConfirmed, passwordMatches } from './secrets.ts';
import { findPasswordHash } from './store.ts';

/** The prefix of a confirmation that is sent in place of the password. */
export const CONFIRMATION_PREFIX = 'confirmed:';

/**
 * Throws unless the logged-in user has this password, or has just confirmed their identity in another way. Returns the
 * password's hash. Wrong passwords are counted, so that a stolen session cannot be used for guessing.
 */
export async function confirmPassword(
  db: Db,
  user: CurrentUser,
  password: string,
): Promise<string> {
  const subjects = await countConfirmation(db, user, 'too-many-wrong-passwords');
  const passwordHash = await findPasswordHash(db, user.id);
  const right = password.startsWith(CONFIRMATION_PREFIX)
    ? await isConfirmed(db, password, user.sessionId)
    : await passwordMatches(passwordHash, password);
  // An account that has just been disabled or deleted has no password.
  if (passwordHash === undefined || !right) {
    await recordAudit(db, user, { kind: 'password-wrong' });
    throw new Problem('wrong-password');
  }
  await forgiveAttempt(db, subjects);
  return passwordHash;
}

/**
 * Throws unless the logged-in user has just sent the right password. A token needs none, because it is a secret that
 * nobody types.
 */
export async function confirmUser(
  db: Db,
  request: FastifyRequest<{ Body: { currentPassword?: string } }>,
): Promise<void> {
  const user = await currentUser(request);
  if (!user.scopes) await confirmPassword(db, user, request.body.currentPassword ?? '');
}

/**
 * Counts an attempt of a logged-in user as failed until it is forgiven. These attempts have limits of their own, so
 * that people without a session cannot use them up.
 */
export async function countConfirmation(
  db: Db,
  { id }: CurrentUser,
  problem: ProblemCode,
): Promise<Subject[]> {
  const session = `session of ${id}`;
  return countAttempt(db, { account: session, address: session, device: undefined }, problem);
}
