import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableDatabase } from '../errors.ts';
import { type OsUser, run } from './process.ts';

export const OWN_USER = 'drawbridge';

/** True if this process runs as root, as which PostgreSQL refuses to run. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Accounts of PostgreSQL installations, which other programs may use as well. */
const SHARED_USERS = ['postgres', '_postgres']; // the second is macOS's

/** The user for a new database: an unprivileged one. Only for root. */
export async function chooseOsUser(): Promise<OsUser> {
  const existing = (await findOsUser(OWN_USER)) ?? (await createOsUser());
  if (existing) return existing;
  for (const name of SHARED_USERS) {
    const shared = await findOsUser(name);
    if (shared) return shared;
  }
  throw new UnusableDatabase(
    'PostgreSQL does not run as root and no account could be made for it: ' +
      'start Drawbridge as another user, or set DATABASE_URL',
  );
}

/**
 * The user for an existing database: its owner, so that root never takes it away from them. Files that root has copied
 * are given to the owner, because PostgreSQL could not read them otherwise.
 */
export async function ownerOf(pgdata: string): Promise<OsUser | undefined> {
  if (!runsAsRoot()) return undefined;
  const { uid, gid } = await stat(pgdata);
  if (uid !== 0) return { uid, gid };
  const account = await chooseOsUser();
  await handOver(pgdata, account);
  return account;
}

/**
 * Changes the owner of all files. The directory itself comes last: if this is interrupted, the next start begins again.
 */
async function handOver(directory: string, { uid, gid }: OsUser): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await handOver(path, { uid, gid });
    else await lchown(path, uid, gid);
  }
  await lchown(directory, uid, gid);
}

/** Tests access by asking the kernel, because parent directories, access lists and mounts matter as well as modes. */
export function canUseDirectory(osUser: OsUser, directory: string): Promise<boolean> {
  return test('test -x "$1" && test -w "$1"', osUser, directory);
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

export async function findOsUser(
  name: string,
  passwd = '/etc/passwd',
): Promise<OsUser | undefined> {
  const lines = await readFile(passwd, 'utf8').catch(() => '');
  for (const line of lines.split('\n')) {
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
