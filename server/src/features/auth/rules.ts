import { createHash, randomBytes } from 'node:crypto';

const SESSION_DAYS_AT_MOST = 7;

/** 32 random bytes as text: what the client keeps. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token, and of the names that failed to log in. */
export function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A session ends some hours after its last use, and after a week in any case. */
export function sessionEnd(createdAt: number, lastUsedAt: number, sessionHours: number): Date {
  const byUse = lastUsedAt + sessionHours * 3_600_000;
  const byAge = createdAt + SESSION_DAYS_AT_MOST * 24 * 3_600_000;
  return new Date(Math.min(byUse, byAge));
}

/** How many failures in a row pass without a wait, and how long the wait can grow. */
export const loginPatience = {
  account: { free: 5, longestSeconds: 60 },
  // A hall full of volunteers shares one address.
  address: { free: 100, longestSeconds: 60 },
} as const;

/** A row of failures is forgotten when nothing followed it for this long. */
export const FORGET_FAILURES_AFTER_MINUTES = 15;
