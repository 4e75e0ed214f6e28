import { lookup } from 'node:dns/promises';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  canUseDirectory,
  findOsUser,
  findUnreadable,
  OWN_USER,
  runsAsRoot,
} from '../db/embedded/os-user.ts';
import type { OsUser } from '../db/embedded/process.ts';
import { LOOPBACK, networkUrls } from '../process/addresses.ts';
import { socketLimits } from '../process/connections.ts';
import type { Settings } from '../settings.ts';

/** What the doctor says about one thing. */
export interface Finding {
  level: 'ok' | 'note' | 'problem';
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const problem = (text: string): Finding => ({ level: 'problem', text });

const GIB = 1024 ** 3;
const LEAST_FREE = 2 * GIB;
const LEAST_FILES = 4096;

/** `npm start` builds by itself; a unit of systemd runs what is there. */
export function checkBuild(current: boolean): Finding {
  return current
    ? ok('The build is that of these files')
    : problem('The build is out of date: run npm run build');
}

export function checkOpenFiles(limit: number): Finding {
  if (limit >= LEAST_FILES) return ok(`A process may open ${limit} files`);
  const { streams } = socketLimits(limit);
  return problem(
    `A process may open only ${limit} files, so only ${streams} raffle pages can be live: raise ulimit -n to ${LEAST_FILES} or more`,
  );
}

/**
 * A directory that does not exist yet is made in the nearest one that does. `account` is what a server
 * becomes that root has started; it gets a directory that is made.
 */
export async function checkDirectory(
  setting: string,
  path: string,
  { least = LEAST_FREE, account }: { least?: number; account?: OsUser | undefined } = {},
): Promise<Finding> {
  let place = path;
  const other = existsSync(place) ? account : undefined;
  while (!existsSync(place)) place = dirname(place);
  if (!(other ? await canUseDirectory(other, place) : mayWrite(place))) {
    const whose = other ? `the account ${OWN_USER}, as which the server runs` : 'this account';
    return problem(`${setting}: ${place} cannot be written by ${whose}`);
  }
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const size = `${(free / GIB).toFixed(1)} GiB`;
  return free < least
    ? problem(`${setting}: only ${size} are free on the disk of ${place}`)
    : ok(`${setting}: ${size} are free on the disk of ${place}`);
}

function mayWrite(place: string): boolean {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The account of its own that a server started by root becomes: none if it cannot read the program. */
export async function findServerAccount(
  file: string,
  { root = runsAsRoot(), passwd = '/etc/passwd' } = {},
): Promise<OsUser | undefined> {
  const account = root ? await findOsUser(OWN_USER, passwd) : undefined;
  return account && !(await findUnreadable(account, [file])) ? account : undefined;
}

/** Where phones find the server. */
export async function checkAddress(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'tls'>,
): Promise<Finding> {
  const { publicUrl, host, port } = settings;
  if (publicUrl) {
    const { hostname } = new URL(publicUrl);
    if (LOOPBACK.test(hostname)) {
      return problem(
        `PUBLIC_URL ${publicUrl} leads every phone to itself: use this machine's name`,
      );
    }
    const found = await lookup(hostname.replace(/^\[|\]$/g, '')).catch(() => undefined);
    return found
      ? ok(`Visitors use ${publicUrl} (${found.address})`)
      : problem(`PUBLIC_URL: the name ${hostname} is not known here`);
  }
  if (LOOPBACK.test(host)) {
    return problem(
      `HOST ${host} is reachable from this machine only: unset it, or set PUBLIC_URL for a proxy`,
    );
  }
  const addresses = networkUrls(settings, port);
  return addresses.length === 0
    ? problem('This machine has no network address, so no phone can reach it')
    : note(`PUBLIC_URL is not set. On this network the server is ${addresses.join(' or ')}`);
}

/** Nightly backups are made at three by the local time. */
export function checkTimeZone(backupDir: string | undefined): Finding {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = new Date().toTimeString().slice(0, 5);
  return backupDir
    ? note(`It is ${time} in ${timeZone}; backups are made at three by this clock`)
    : ok(`It is ${time} in ${timeZone}`);
}
