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
 * Creates the first administrator unless there is one already. The result includes the password only if it
 * was generated here, so that it can be printed once.
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

/** The lines to print at the terminal. A password from ADMIN_PASSWORD is never printed. */
export function describeAdministrator(administrator: FirstAdministrator | undefined): string[] {
  if (!administrator) return [];
  const { username, password = 'as set in ADMIN_PASSWORD' } = administrator;
  return [`Administrator: ${username}`, `Password: ${password}`];
}
