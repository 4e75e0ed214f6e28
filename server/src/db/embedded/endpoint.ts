import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Account, hasCode } from './process.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Where the server listens, in node-postgres's words: a host that is a path holds the socket. */
export interface Endpoint {
  host: string;
  port: number;
  password?: string;
}

export const SUPERUSER = 'drawbridge';

const SOCKET_PORT = 5432;
/** What the kernel takes as a socket's path: 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103;

/** Decides where a server on this database will listen. It is the same at every start. */
export async function chooseEndpoint(pgdata: string): Promise<Endpoint> {
  if (process.platform === 'win32') return chooseWindowsEndpoint(pgdata);
  const socket = join(pgdata, `.s.PGSQL.${SOCKET_PORT}`);
  // PostgreSQL and its clients read commas and colons in a socket's directory as something else.
  const plain = /^[\w./@+ -]+$/.test(pgdata) && Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH;
  // Not os.tmpdir(): a service and a shell have different ideas of it.
  const host = plain ? pgdata : join('/tmp', `drawbridge-${shortHash(pgdata)}`);
  return { host, port: SOCKET_PORT };
}

/** Makes the socket's directory outside of the database, if that is where it will be. */
export async function prepareEndpoint(
  endpoint: Endpoint,
  pgdata: string,
  account: Account | undefined,
): Promise<void> {
  if (process.platform === 'win32' || endpoint.host === pgdata) return;
  try {
    await mkdir(endpoint.host, { mode: 0o700 });
    if (account) await chown(endpoint.host, account.uid, account.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  // Everybody may write in /tmp: whoever owns this directory could pose as the database.
  const found = await lstat(endpoint.host);
  const owner = account?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new DatabaseUnavailable(
      `${endpoint.host} is not a private directory of the account that runs PostgreSQL: remove it`,
    );
  }
}

/** The server's own notes, the postmaster.pid file, say where it really listens. */
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

/** Windows has no socket with an owner: a port of this machine and a password stand in for it. */
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
