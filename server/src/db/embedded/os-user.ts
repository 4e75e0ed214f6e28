import { readFile } from 'node:fs/promises';
import { UnusableDatabase } from '../errors.ts';
import { type OsUser, run } from './process.ts';

const OWN_USER = 'drawbridge';

/** PostgreSQL refuses to run as root. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Accounts of PostgreSQL installations, which other programs may use too. */
const SHARED_USERS = ['postgres', '_postgres']; // the second is macOS's

/** The user for a new database: an unprivileged one. Only for root. */
export async function chooseOsUser(): Promise<OsUser> {
  const osUser =
    (await findOsUser(OWN_USER)) ?? (await createOsUser()) ?? (await findSharedAccounts())[0];
  if (osUser) return osUser;
  throw new UnusableDatabase(
    'PostgreSQL does not run as root and no account could be made for it: ' +
      'start Drawbridge as another user, or set DATABASE_URL',
  );
}

export async function findSharedAccounts(): Promise<OsUser[]> {
  const found = await Promise.all(SHARED_USERS.map(findOsUser));
  return found.filter((account) => account !== undefined);
}

/** Asks the kernel, because parent directories, access lists and mounts matter as well as modes. */
export function canUseDirectory(osUser: OsUser, directory: string): Promise<boolean> {
  return test('test -x "$1" && test -w "$1"', osUser, directory);
}

export function canEnterDirectory(osUser: OsUser, directory: string): Promise<boolean> {
  return test('test -x "$1"', osUser, directory);
}

/** Returns the first file that the user cannot read. */
export async function findUnreadable(osUser: OsUser, files: string[]): Promise<string | undefined> {
  for (const file of files) {
    if (!(await test('test -r "$1"', osUser, file))) return file;
  }
  return undefined;
}

async function test(script: string, osUser: OsUser, path: string): Promise<boolean> {
  const { code } = await run('/bin/sh', ['-c', script, 'sh', path], osUser);
  return code === 0;
}

async function findOsUser(name: string): Promise<OsUser | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

async function createOsUser(): Promise<OsUser | undefined> {
  const home = '/nonexistent';
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', home]],
    ['adduser', ['-S', '-D', '-H', '-h', home]], // BusyBox
  ];
  for (const [command, args] of commands) {
    await run(command, [...args, '-s', '/sbin/nologin', OWN_USER], undefined);
    const osUser = await findOsUser(OWN_USER);
    if (osUser) return osUser;
  }
  return undefined;
}
