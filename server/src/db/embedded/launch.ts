import { spawn } from 'node:child_process';
import { constants, type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { UnusableDatabase } from '../errors.ts';
import type { Cluster } from './cluster.ts';
import { chooseEndpoint, type Endpoint, prepareEndpoint } from './endpoint.ts';
import { runsAsRoot } from './os-user.ts';
import {
  clearStaleLocks,
  findPostmaster,
  isPostmasterOf,
  killOrphans,
  type Postmaster,
} from './postmaster.ts';
import { childOptions, hasCode, pickReason, signalProcess } from './process.ts';
import { settingsFor } from './settings.ts';

const POLL_MS = 10;
const RETRY_MS = 100;
/** The time for which leftovers of a killed server may block the start, and the time after which they are removed. */
const REMAINS_MS = 15_000;
const CLEAR_REMAINS_MS = 2_000;
/** The time limit until the server is ready. Replaying a gigabyte of write-ahead log on a slow disk takes minutes. */
const READY_MS = 600_000;
const LARGE_LOG_BYTES = 1024 * 1024;

/** Returns a server that accepts connections: the one already running on this database, or a new one. */
export async function ensurePostmaster(
  cluster: Cluster,
  preferred: Endpoint | undefined,
  signal: AbortSignal,
): Promise<Postmaster> {
  const begin = performance.now();
  const waited = () => performance.now() - begin;
  for (;;) {
    signal.throwIfAborted();
    const postmaster = await findPostmaster(cluster.pgdata);
    if (postmaster?.ready) return postmaster;
    if (postmaster) {
      if (waited() > READY_MS) {
        throw new UnusableDatabase(`PostgreSQL (process ${postmaster.pid}) does not become ready`);
      }
      await delay(POLL_MS);
      continue;
    }
    const endpoint = preferred ?? chooseEndpoint(cluster.pgdata);
    const reason = await launch(cluster, endpoint, signal);
    if (reason === undefined) continue;
    // Leftovers of a killed server, or another process that is starting one right now.
    const temporary = /already exists|still in use|is empty/.test(reason);
    if (!temporary || waited() > REMAINS_MS) {
      throw new UnusableDatabase(
        `PostgreSQL did not start: ${reason} (more in ${cluster.logFile})`,
      );
    }
    if (waited() > CLEAR_REMAINS_MS) await killOrphans(cluster.pgdata);
    await delay(RETRY_MS);
  }
}

/** Stops the server and waits until it is gone. */
export async function stopPostmaster({ pgdata }: Cluster): Promise<void> {
  const postmaster = await findPostmaster(pgdata);
  if (!postmaster) return;
  const attempts = [
    ['SIGINT', 30_000], // fast
    ['SIGQUIT', 10_000], // immediate; this loses nothing either, because the next start replays the log
  ] as const;
  for (const [signal, patience] of attempts) {
    if (!(await isPostmasterOf(postmaster.pid, pgdata))) return;
    // `pg_ctl stop` would keep waiting if a successor starts at once.
    signalProcess(postmaster.pid, signal);
    if (await hasEnded(postmaster.pid, pgdata, patience)) return;
  }
  throw new UnusableDatabase(`PostgreSQL (process ${postmaster.pid}) does not stop`);
}

async function hasEnded(pid: number, pgdata: string, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  while (await isPostmasterOf(pid, pgdata)) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Starts a server and waits until it is ready. Returns the reason if it ended instead. */
async function launch(
  cluster: Cluster,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { pgdata, osUser, binaries, logFile } = cluster;
  await prepareEndpoint(endpoint, pgdata, osUser);
  await clearStaleLocks(pgdata, endpoint);
  await rotateLargeLog(logFile);
  const settings = settingsFor(endpoint);
  // `pg_ctl start` would pass the paths to a shell, and polls only every 100 ms.
  const log = await openLog(cluster);
  const logStart = (await log?.stat())?.size ?? 0;
  let ended: string | undefined;
  const child = spawn(binaries.postgres, ['-D', pgdata, ...settings], {
    ...childOptions(osUser),
    stdio: ['ignore', log?.fd ?? 'ignore', log?.fd ?? 'ignore'],
  });
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', () => {
    ended ??= '';
  });
  child.unref();
  await log?.close();
  while (ended === undefined) {
    // Nobody else can find the process before it has written its lock file.
    if (signal.aborted) child.kill('SIGINT');
    else if ((await findPostmaster(pgdata))?.ready) return undefined;
    await delay(POLL_MS);
  }
  signal.throwIfAborted();
  const text = await readFile(logFile).catch(() => Buffer.alloc(0));
  return ended || pickReason(text.subarray(logStart).toString());
}

/** Opens the log. Undefined if the server has given up the rights that this requires; it then runs without a log. */
async function openLog({ logFile, osUser }: Cluster): Promise<FileHandle | undefined> {
  // Root must not follow a symbolic link that another user has planted.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const flags = O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY;
  const log = await open(logFile, flags, 0o600).catch((error) => {
    if (hasCode(error, 'EACCES')) return undefined;
    throw error;
  });
  // The log must belong to the database's owner, who may start the server next time.
  if (log && osUser && runsAsRoot()) await log.chown(osUser.uid, osUser.gid);
  return log;
}

/** Rotates the log, which grows slowly but without limit; one older file is kept. */
async function rotateLargeLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  // Without permission to rename it, it grows until the next start.
  if (size > LARGE_LOG_BYTES) await rename(logFile, `${logFile}.old`).catch(() => {});
}
