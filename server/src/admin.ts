import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { credentials } from '@drawbridge/contract/auth';
import { CommandError, runCommand } from './command.ts';
import type { Database } from './db/client.ts';
import { useDatabase } from './db/database.ts';
import { hashPassword } from './features/auth/passwords.ts';
import { createUser, findUserByUsername, setPassword } from './features/auth/store.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';

const USAGE = `Usage: npm run admin -- create NAME [--password-stdin]
       npm run admin -- passwd NAME [--password-stdin]`;

/** Adds an administrator, or sets a new password for any user. A generated password is printed. */
async function main(): Promise<void> {
  const { command, name, passwordFromStdin } = readCommand(process.argv.slice(2));
  const settings = readSettings(process.env);
  const made = passwordFromStdin ? undefined : randomBytes(12).toString('base64url');
  const given = credentials.safeParse({
    username: name,
    password: made ?? (await text(process.stdin)).replace(/\r?\n$/, ''),
  });
  if (!given.success) throw new CommandError(given.error.issues[0]?.message);

  const done = await useDatabase(settings, createLog('warn'), (db) =>
    command === 'create' ? create(db, given.data) : changePassword(db, given.data),
  );
  process.stdout.write(`${done}\n${made ? `Password: ${made}\n` : ''}`);
}

function readCommand(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'password-stdin': { type: 'boolean', default: false } },
    });
    const [command, name, ...rest] = positionals;
    if ((command === 'create' || command === 'passwd') && name && rest.length === 0) {
      return { command, name, passwordFromStdin: values['password-stdin'] };
    }
  } catch {
    // Unknown options end in the usage message below.
  }
  throw new CommandError(USAGE);
}

async function create(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const created = await createUser(db, { username, name: null, passwordHash, role: 'admin' });
  if (!created.ok) throw new CommandError('Username is already taken');
  return `Administrator: ${username}`;
}

/** Also ends all sessions of the user. */
async function changePassword(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const user = await findUserByUsername(db, username);
  if (!user) throw new CommandError(`There is no account called ${username}`);
  await setPassword(db, user.id, await hashPassword(password));
  return `New password for ${user.username}`;
}

runCommand(main);
