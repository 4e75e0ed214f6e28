import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { credentials, username } from '@drawbridge/contract/login/auth';
import { OPERATOR } from '../../core/change/audit-log.ts';
import { change } from '../../core/change/change.ts';
import { CommandError, calledAs, runCommand, UsageError } from '../../core/command.ts';
import { requireGoodPassword } from '../../core/password-rule.ts';
import type { Database } from '../../db/client.ts';
import { useDatabase } from '../../db/database.ts';
import { unwrap } from '../../errors.ts';
import { createLog } from '../../log.ts';
import { hashPassword } from '../../login/auth/secrets.ts';
import { createUser, findUserByUsername, givePassword } from '../../login/auth/store.ts';
import { removeAllFactors } from '../../login/second-factor/store.ts';
import { readSettings } from '../../settings.ts';

const USAGE = `Usage: ${calledAs} create NAME [--password-stdin]
       ${calledAs} passwd NAME [--password-stdin]
       ${calledAs} reset-second-factor NAME`;

/**
 * Adds an administrator, sets a new password for any user (a generated one is printed), or turns a second factor off.
 */
async function main(): Promise<void> {
  const { command, name, passwordFromStdin } = readCommand(process.argv.slice(2));
  const settings = readSettings(process.env);
  const log = createLog('warn');
  if (command === 'reset-second-factor') {
    const turnedOff = await useDatabase(settings, log, (db) => turnSecondFactorOff(db, name));
    process.stdout.write(`${turnedOff}\n`);
    return;
  }
  const generated = passwordFromStdin ? undefined : randomBytes(12).toString('base64url');
  const isNew = command === 'create';
  const rules = isNew ? credentials.extend({ username }) : credentials;
  const parsed = rules.safeParse({
    username: name,
    password: generated ?? (await text(process.stdin)).replace(/\r?\n$/, ''),
  });
  if (!parsed.success) throw new CommandError(parsed.error.issues[0]?.message);

  // Reports the creation of a database, because DATA_DIR may be wrong.
  const telling = {
    info: (line: string) => process.stderr.write(`${line}\n`),
    warn: (line: string) => log.warn(line),
  };
  const changed = await useDatabase(
    settings,
    telling,
    (db) => (isNew ? create(db, parsed.data) : changePassword(db, parsed.data)),
    { mayCreate: isNew },
  );
  process.stdout.write(`${changed}\n${generated ? `Password: ${generated}\n` : ''}`);
}

const commands = ['create', 'passwd', 'reset-second-factor'] as const;

function readCommand(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'password-stdin': { type: 'boolean', default: false } },
    });
    const [command, name, ...rest] = positionals;
    const known = commands.find((one) => one === command);
    if (known && name !== undefined && rest.length === 0) {
      return { command: known, name, passwordFromStdin: values['password-stdin'] };
    }
  } catch {
    // Unknown options lead to the usage message below.
  }
  throw new UsageError(USAGE);
}

async function create(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<string> {
  requireGoodPassword(password, { role: 'admin', username });
  const passwordHash = await hashPassword(password);
  await change(
    db,
    OPERATOR,
    async (tx) =>
      unwrap(await createUser(tx, { username, name: null, passwordHash, role: 'admin' })),
    ({ id }) => ({ kind: 'account-created', subject: { id, name: username } }),
  );
  return `Administrator: ${username}`;
}

/** Sets a new password and ends all sessions of the user. */
async function changePassword(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const user = await findAccount(db, username);
  requireGoodPassword(password, user);
  const passwordHash = await hashPassword(password);
  await change(
    db,
    OPERATOR,
    (tx) => givePassword(tx, user.id, passwordHash),
    () => ({ kind: 'account-password-reset', subject: { id: user.id, name: user.username } }),
  );
  return `New password for ${user.username}`;
}

async function turnSecondFactorOff(db: Database, username: string): Promise<string> {
  const user = await findAccount(db, username);
  const subject = { id: user.id, name: user.username };
  const removed = await change(
    db,
    OPERATOR,
    (tx) => removeAllFactors(tx, user.id),
    (removed) => (removed ? { kind: 'account-second-factor-reset', subject } : undefined),
  );
  if (!removed) throw new CommandError(`${user.username} has no second factor`);
  return `${user.username} logs in with the password alone`;
}

async function findAccount(db: Database, username: string) {
  const user = await findUserByUsername(db, username);
  if (!user) throw new CommandError(`There is no account called ${username}`);
  return user;
}

runCommand(main);
