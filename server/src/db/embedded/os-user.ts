import { readFile, stat } from 'node:fs/promises';
import { type OsUser, run } from './process.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const OWN_USER = 'drawbridge';

/** PostgreSQL refuses to run as root. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The user for a new database: undefined for ourselves, or an unprivileged user if we are root. */
export async function chooseOsUser(): Promise<OsUser | undefined> {
  if (!runsAsRoot()) return undefined;
  const osUser =
    (await findOsUser('postgres')) ??
    (await findOsUser('_postgres')) ?? // macOS
    (await findOsUser(OWN_USER)) ??
    (await createOsUser());
  if (osUser) return osUser;
  throw new DatabaseUnavailable(
    'PostgreSQL does not run as root and no account could be made for it: ' +
      'start Drawbridge as another user, or set DATABASE_URL',
  );
}

/** The user for an existing database is its owner, so that root never takes it away from them. */
export async function ownerOf(pgdata: string): Promise<OsUser | undefined> {
  if (!runsAsRoot()) return undefined;
  const { uid, gid } = await stat(pgdata);
  return uid === 0 ? chooseOsUser() : { uid, gid };
}

/** Asks the kernel, because parent directories, access lists and mounts matter as well as modes. */
export async function canUseDirectory(osUser: OsUser, directory: string): Promise<boolean> {
  const script = 'test -x "$1" && test -w "$1"';
  const { code } = await run('/bin/sh', ['-c', script, 'sh', directory], osUser);
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
