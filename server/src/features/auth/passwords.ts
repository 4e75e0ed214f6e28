import { hash, verify } from '@node-rs/argon2';

/** The parameters that OWASP recommends for argon2id; tests lower them. */
export const passwordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, passwordCost);
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
