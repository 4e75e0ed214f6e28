import { createHash, randomBytes } from 'node:crypto';

const SESSION_DAYS_AT_MOST = 7;

/** The session token that the client keeps: 32 random bytes as text. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The database stores only hashes of tokens, and of names and addresses that failed to log in. */
export function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A session ends some hours after its last use, and after a week in any case. */
export function sessionEnd(createdAt: number, lastUsedAt: number, sessionHours: number): Date {
  const byUse = lastUsedAt + sessionHours * 3_600_000;
  const byAge = createdAt + SESSION_DAYS_AT_MOST * 24 * 3_600_000;
  return new Date(Math.min(byUse, byAge));
}

/** How many failures in a row are allowed without a wait, and how long the wait can become. */
export const loginPatience = {
  account: { free: 5, longestSeconds: 60 },
  // A hall full of volunteers shares one address.
  address: { free: 100, longestSeconds: 60 },
} as const;

/** Failures are forgotten this long after the last one. */
export const FORGET_FAILURES_AFTER_MINUTES = 15;
