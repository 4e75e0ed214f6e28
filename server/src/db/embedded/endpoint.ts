import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableDatabase } from '../errors.ts';
import { hasCode, type OsUser } from './process.ts';

/** The address that the server listens on, as node-postgres expects it: a path as host is the socket's directory. */
export interface Endpoint {
  host: string;
  port: number;
}

export const SUPERUSER = 'drawbridge';

const SOCKET_PORT = 5432;
/** The length limit on a socket's path: the kernel allows 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103;

/** Chooses the address that a server for this database listens on. The result is the same at every start. */
export function chooseEndpoint(pgdata: string): Endpoint {
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
  if (endpoint.host === pgdata) return;
  try {
    await mkdir(endpoint.host, { mode: 0o700 });
    if (osUser) await chown(endpoint.host, osUser.uid, osUser.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  // Any user can write in /tmp, and the owner of this directory could impersonate the database.
  const stats = await lstat(endpoint.host);
  const owner = osUser?.uid ?? process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== owner || (stats.mode & 0o077) !== 0) {
    throw new UnusableDatabase(
      `${endpoint.host} is not a private directory of the account that runs PostgreSQL: remove it`,
    );
  }
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
