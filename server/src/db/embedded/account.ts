import { readFile, stat } from 'node:fs/promises';
import { type Account, run } from './process.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const OWN_ACCOUNT = 'drawbridge';

/** PostgreSQL refuses to run as root. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account for a new database: ourselves, or for root an unprivileged one. */
export async function chooseAccount(): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  const account =
    (await findAccount('postgres')) ??
    (await findAccount('_postgres')) ?? // macOS
    (await findAccount(OWN_ACCOUNT)) ??
    (await createAccount());
  if (account) return account;
  throw new DatabaseUnavailable(
    'PostgreSQL does not run as root and no account could be made for it: ' +
      'start Drawbridge as another user, or set DATABASE_URL',
  );
}

/** The account for a database that is there: its owner, so that root never takes it from a user. */
export async function ownerOf(pgdata: string): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  const { uid, gid } = await stat(pgdata);
  return uid === 0 ? chooseAccount() : { uid, gid };
}

/** Asks the kernel instead of computing modes: directories above, access lists and mounts count. */
export async function canUseDirectory(account: Account, directory: string): Promise<boolean> {
  const script = 'test -x "$1" && test -w "$1"';
  const { code } = await run('/bin/sh', ['-c', script, 'sh', directory], account);
  return code === 0;
}

async function findAccount(name: string): Promise<Account | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const line of accounts.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

async function createAccount(): Promise<Account | undefined> {
  const home = '/nonexistent';
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', home]],
    ['adduser', ['-S', '-D', '-H', '-h', home]], // BusyBox
  ];
  for (const [command, args] of commands) {
    await run(command, [...args, '-s', '/sbin/nologin', OWN_ACCOUNT], undefined);
    const account = await findAccount(OWN_ACCOUNT);
    if (account) return account;
  }
  return undefined;
}
