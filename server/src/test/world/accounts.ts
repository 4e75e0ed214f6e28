import { hash } from '@node-rs/argon2';

/** The administrator in every test database. */
export const ADMIN = { username: 'admin', password: 'correct-horse' };

/** The cheapest parameters of argon2. */
export const CHEAP_PASSWORDS = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hashes the password of accounts that tests insert into the database. */
export function hashCheaply(password: string): Promise<string> {
  return hash(password, CHEAP_PASSWORDS);
}
