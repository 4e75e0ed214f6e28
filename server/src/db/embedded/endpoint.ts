import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { UnusableDatabase } from '../errors.ts';
import { hasCode, type OsUser } from './process.ts';

/** Where the server listens, as node-postgres expects it: a path as host is the socket's directory. */
export interface Endpoint {
  host: string;
  port: number;
  password?: string;
}

export const SUPERUSER = 'drawbridge';

const SOCKET_PORT = 5432;
/** The kernel's limit for a socket's path is 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103;

/** Decides where a server for this database will listen. The result is the same at every start. */
export async function chooseEndpoint(pgdata: string): Promise<Endpoint> {
  if (process.platform === 'win32') return chooseWindowsEndpoint(pgdata);
  const socket = join(pgdata, `.s.PGSQL.${SOCKET_PORT}`);
  // Commas and colons in a socket's directory have a special meaning to PostgreSQL and its clients.
  const plain = /^[\w./@+ -]+$/.test(pgdata) && Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH;
  // os.tmpdir() may differ between a service and a shell, so it is not used.
  const host = plain ? pgdata : join('/tmp', `drawbridge-${shortHash(pgdata)}`);
  return { host, port: SOCKET_PORT };
}

/** Creates the socket's directory if it is outside the database's. */
export async function prepareEndpoint(
  endpoint: Endpoint,
  pgdata: string,
  osUser: OsUser | undefined,
): Promise<void> {
  if (process.platform === 'win32' || endpoint.host === pgdata) return;
  try {
    await mkdir(endpoint.host, { mode: 0o700 });
    if (osUser) await chown(endpoint.host, osUser.uid, osUser.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  // Any user can write in /tmp, and the owner of this directory could impersonate the database.
  const found = await lstat(endpoint.host);
  const owner = osUser?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new UnusableDatabase(
      `${endpoint.host} is not a private directory of the account that runs PostgreSQL: remove it`,
    );
  }
}

/** Where a running server really listens, from the values in its postmaster.pid file. */
export async function readEndpoint(
  pgdata: string,
  socketDirectory: string,
  port: number,
): Promise<Endpoint> {
  if (process.platform !== 'win32') return { host: socketDirectory, port };
  return { host: '127.0.0.1', port, password: await readPassword(pgdata) };
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Windows has no sockets with an owner, so a local port and a password are used instead. */
export const passwordFile = (pgdata: string) => join(pgdata, 'drawbridge-password');

const readPassword = async (pgdata: string) =>
  (await readFile(passwordFile(pgdata), 'utf8')).trim();

async function chooseWindowsEndpoint(pgdata: string): Promise<Endpoint> {
  const portFile = join(pgdata, 'drawbridge-port');
  const remembered = Number(await readFile(portFile, 'utf8').catch(() => '0'));
  const port = (await tryPort(remembered)) ?? (await tryPort(0)) ?? SOCKET_PORT;
  await writeFile(portFile, String(port));
  return { host: '127.0.0.1', port, password: await readPassword(pgdata) };
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      const free = typeof address === 'object' ? address?.port : undefined;
      probe.close(() => resolve(free));
    });
  });
}
