import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Endpoint } from './endpoint.ts';
import { processExists, run } from './process.ts';

/** PostgreSQL's main process, as it describes itself in postmaster.pid. */
export interface Postmaster {
  pid: number;
  /** False while the server recovers from a crash or shuts down. */
  ready: boolean;
  endpoint: Endpoint;
}

const PID_FILE = 'postmaster.pid';
/** The grace period of an empty lock file, longer than a process takes between creating it and writing to it. */
const WRITING_MS = 2_000;

/** The server that is running on this database, no matter which process started it. */
export async function findPostmaster(pgdata: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(pgdata, PID_FILE), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined;
  const endpoint = { host: lines[4] ?? '', port: Number(lines[3]) };
  // The process id of a server in another container means nothing here, but its socket responds.
  if (!(await isPostmasterOf(pid, pgdata)) && !(await answers(endpoint))) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready', endpoint };
}

/**
 * True if the process is the server of this database. After a crash or reboot the id may belong to another process; the
 * working directory proves it.
 */
export async function isPostmasterOf(pid: number, pgdata: string): Promise<boolean> {
  if (!processExists(pid)) return false;
  if (process.platform === 'linux') return worksIn(pid, pgdata);
  const { output } = await run('/bin/ps', ['-o', 'command=', '-p', String(pid)], undefined);
  return output.includes(pgdata);
}

/**
 * Removes the lock files of a dead server that PostgreSQL itself does not remove: empty ones (after a full disk or a
 * power cut), and those whose process id now belongs to a zombie or, after a reboot, to another program. If this
 * removes one wrongly, PostgreSQL still refuses to start while the shared memory is in use.
 */
export async function clearStaleLocks(pgdata: string, { host, port }: Endpoint): Promise<void> {
  for (const file of [join(pgdata, PID_FILE), join(host, `.s.PGSQL.${port}.lock`)]) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const pid = Math.abs(Number.parseInt(text, 10));
    const stale = Number.isNaN(pid)
      ? Date.now() - (await stat(file)).mtimeMs > WRITING_MS
      : processExists(pid) && !(await isPostmasterOf(pid, pgdata));
    if (stale) await rm(file, { force: true });
  }
}

/**
 * Kills the remaining children of a killed postmaster. They exit by themselves, except one that is busy computing,
 * which keeps the database locked until it is done. Call this only if no postmaster is running.
 */
export async function killOrphans(pgdata: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!(pid > 0) || !(await worksIn(pid, pgdata))) continue;
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // The process has just ended.
    }
  }
}

/**
 * True if the process works in this directory. PostgreSQL's processes work in the data directory; a zombie has none.
 */
async function worksIn(pid: number, directory: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(directory)]);
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}

function answers({ host, port }: Endpoint): Promise<boolean> {
  if (!host.startsWith('/')) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(join(host, `.s.PGSQL.${port}`));
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
