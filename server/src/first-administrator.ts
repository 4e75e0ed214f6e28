import { randomBytes } from 'node:crypto';
import type { Database } from './db/client.ts';
import { hashPassword } from './features/auth/passwords.ts';
import { createFirstAdministrator, hasAdministrator } from './features/auth/store.ts';
import type { Settings } from './settings.ts';

export interface FirstAdministrator {
  username: string;
  password?: string;
}

/**
 * Makes the first administrator unless there is one. Returns who it is, with the password if it was made
 * up here: it is printed once.
 */
export async function ensureAdministrator(
  db: Database,
  { adminUsername, adminPassword }: Pick<Settings, 'adminUsername' | 'adminPassword'>,
): Promise<FirstAdministrator | undefined> {
  if (await hasAdministrator(db)) return undefined;
  const password = adminPassword ?? randomBytes(12).toString('base64url');
  const created = await createFirstAdministrator(db, {
    username: adminUsername,
    passwordHash: await hashPassword(password),
  });
  if (!created) return undefined;
  return { username: adminUsername, ...(!adminPassword && { password }) };
}

/** The lines for the person at the terminal. A password that was given is never printed. */
export function describeAdministrator(administrator: FirstAdministrator | undefined): string[] {
  if (!administrator) return [];
  const { username, password = 'as set in ADMIN_PASSWORD' } = administrator;
  return [`Administrator: ${username}`, `Password: ${password}`];
}
