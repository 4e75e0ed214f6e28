import { randomBytes } from 'node:crypto';
import type { Database } from './db/client.ts';
import { hashPassword } from './features/auth/passwords.ts';
import { createFirstAdministrator, hasAdministrator } from './features/auth/store.ts';
import type { Settings } from './settings.ts';

/** Makes the first administrator unless there is one. Gives back who it is, to be printed once. */
export async function ensureAdministrator(
  db: Database,
  { adminUsername, adminPassword }: Pick<Settings, 'adminUsername' | 'adminPassword'>,
): Promise<{ username: string; password: string } | undefined> {
  if (await hasAdministrator(db)) return undefined;
  const password = adminPassword ?? randomBytes(12).toString('base64url');
  const created = await createFirstAdministrator(db, {
    username: adminUsername,
    passwordHash: await hashPassword(password),
  });
  return created ? { username: adminUsername, password } : undefined;
}
