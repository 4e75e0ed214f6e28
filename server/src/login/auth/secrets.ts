import { createHash, randomBytes } from 'node:crypto';
import { hash as hashSlowly, verify } from '@node-rs/argon2';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** A session token for the client: 32 random bytes as text. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token, or the origin of a login attempt. The database stores only the hashes. */
export function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The parameters that OWASP recommends for argon2id; tests lower them. */
export const passwordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hashSlowly(password, passwordCost);
}

// Checked when there is no such user or no password, so that a wrong name takes as long as a wrong password.
const dummyHash = hashPassword('the password of an account that does not exist');

export async function passwordMatches(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(stored || (await dummyHash), password);
  return matches && Boolean(stored);
}

/** The purpose of a token. A token made for another purpose is not valid. */
type Purpose = 'passkey' | 'new passkey' | 'sign-on' | 'confirmation';

const MINUTES: Record<Purpose, number> = {
  passkey: 5,
  'new passkey': 5,
  // People may have to find their phone, or to choose a new password, at the provider.
  'sign-on': 15,
  confirmation: 5,
};

interface OneTime<Details> {
  userId: string | null;
  details: Details;
}

export async function createOneTimeToken(
  db: Db,
  purpose: Purpose,
  token: string,
  { userId = null, details = {} }: Partial<OneTime<object>> = {},
): Promise<void> {
  await db.execute(sql`
    insert into one_time_tokens (token_hash, purpose, user_id, details, expires_at)
    values (${hash(token)}, ${purpose}, ${userId}, ${JSON.stringify(details)},
            now() + make_interval(mins => ${MINUTES[purpose]}))`);
}

/**
 * Consumes a token, even if the rest of the request turns out to be invalid. Of two concurrent requests, one gets it.
 */
export async function consumeOneTimeToken<Details = object>(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<OneTime<Details> | undefined> {
  const [taken] = await db.query<OneTime<Details> & { valid: boolean }>(sql`
    delete from one_time_tokens where token_hash = ${hash(token)} and purpose = ${purpose}
    returning user_id, details, expires_at > now() as valid`);
  return taken?.valid ? taken : undefined;
}

/** True if the session has confirmed its user's presence by other means than the password. */
export async function isConfirmed(db: Db, token: string, sessionId: string): Promise<boolean> {
  const sessions = await db.execute(sql`
    select from one_time_tokens
    where token_hash = ${hash(token)} and purpose = 'confirmation' and expires_at > now()
      and details->>'sessionId' = ${sessionId}`);
  return sessions > 0;
}

export async function deleteExpiredOneTimeTokens(db: Db): Promise<void> {
  await db.execute(sql`delete from one_time_tokens where expires_at < now()`);
}
