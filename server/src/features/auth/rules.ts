import { createHash, randomBytes } from 'node:crypto';

/** The session token that the client keeps: 32 random bytes as text. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The database stores only hashes of tokens, and of who tried to log in from where. */
export function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * How many attempts that fail are allowed at once, and how many seconds later each further one. An account
 * gets back what is used from one place, so it takes several addresses to use up an account's share.
 */
export const loginLimits = {
  /** An account at one address, or on one device that it has logged in on. */
  place: { burst: 10, seconds: 60 },
  /** An account at all addresses where it has never logged in. */
  account: { burst: 40, seconds: 60 },
  /** All accounts at one address. A hall full of volunteers shares one, and has it back within a minute. */
  address: { burst: 100, seconds: 0.6 },
} as const;
