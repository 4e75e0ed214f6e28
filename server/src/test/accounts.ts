import { hash } from '@node-rs/argon2';

/** The administrator in every test database. */
export const ADMIN = { username: 'admin', password: 'correct-horse' };

/** The cheapest hash that argon2 makes, for accounts that tests put into the database; most tests log in. */
export function hashCheaply(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}
