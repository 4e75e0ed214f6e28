import { randomBytes } from 'node:crypto';
import { OPERATOR, recordAudit } from '../../core/change/audit-log.ts';
import { callOf } from '../../core/command.ts';
import type { Database } from '../../db/client.ts';
import type { Settings } from '../../settings.ts';
import { hashPassword } from './secrets.ts';
import { createFirstAdministrator, hasAdministrator } from './store.ts';

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
  await recordAudit(db, OPERATOR, {
    kind: 'account-created',
    subject: { id: created, name: adminUsername },
  });
  return { username: adminUsername, ...(!adminPassword && { password }) };
}

/** The lines to print at the terminal. A password from ADMIN_PASSWORD is never printed. */
export function describeAdministrator(administrator: FirstAdministrator | undefined): string[] {
  if (!administrator) return [];
  const { username, password } = administrator;
  return [
    `Administrator: ${username}`,
    `Password: ${password ?? 'as set in ADMIN_PASSWORD'}`,
    ...(password
      ? [`It is shown only once. A new one is set by ${callOf('admin', 'passwd', username)}`]
      : []),
  ];
}
