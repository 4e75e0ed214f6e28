import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { credentials } from '@drawbridge/contract/auth';
import { CommandError, runCommand } from './command.ts';
import type { Database } from './db/client.ts';
import { useDatabase } from './db/database.ts';
import { hashPassword } from './features/auth/passwords.ts';
import { createUser, findAccount, setPassword } from './features/auth/store.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';

const USAGE = `Usage: npm run admin -- create NAME [--password-stdin]
       npm run admin -- passwd NAME [--password-stdin]`;

/** Adds an administrator, or gives any account a new password. Prints a password it made up. */
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
    // An unknown option: the usage says which there are.
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

/** Also ends every session of the account. */
async function changePassword(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const account = await findAccount(db, username);
  if (!account) throw new CommandError(`There is no account called ${username}`);
  await setPassword(db, account.id, await hashPassword(password));
  return `New password for ${account.username}`;
}

runCommand(main);
