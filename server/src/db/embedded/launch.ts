import { spawn } from 'node:child_process';
import { constants, type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { chooseEndpoint, type Endpoint, prepareEndpoint } from './endpoint.ts';
import {
  clearStaleLocks,
  findPostmaster,
  isPostmasterOf,
  type Postmaster,
  quitOrphans,
} from './postmaster.ts';
import { childOptions, pickReason, run } from './process.ts';
import { settingsFor } from './settings.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const POLL_MS = 10;
const RETRY_MS = 100;
/** How long remains of a killed server may block the start, and when we begin to remove them. */
const REMAINS_MS = 15_000;
const CLEAR_REMAINS_MS = 2_000;
/** Replaying a gigabyte of log on a slow disk takes minutes. */
const READY_MS = 600_000;
const LARGE_LOG_BYTES = 1024 * 1024;

/** A server that accepts connections: the one that runs on this database, or a new one. */
export async function ensurePostmaster(
  cluster: Cluster,
  preferred: Endpoint | undefined,
  signal: AbortSignal,
): Promise<Postmaster> {
  const begin = performance.now();
  const waited = () => performance.now() - begin;
  for (;;) {
    signal.throwIfAborted();
    const found = await findPostmaster(cluster.pgdata);
    if (found?.ready) return found;
    if (found) {
      if (waited() > READY_MS) {
        throw new DatabaseUnavailable(`PostgreSQL (process ${found.pid}) does not become ready`);
      }
      await delay(POLL_MS);
      continue;
    }
    const endpoint = preferred ?? (await chooseEndpoint(cluster.pgdata));
    const reason = await launch(cluster, endpoint, signal);
    if (reason === undefined) continue;
    // Remains of a killed server, or somebody else starts it in this moment.
    const passing = /already exists|still in use|is empty/.test(reason);
    if (!passing || waited() > REMAINS_MS) {
      throw new DatabaseUnavailable(
        `PostgreSQL did not start: ${reason} (more in ${cluster.logFile})`,
      );
    }
    if (waited() > CLEAR_REMAINS_MS) await quitOrphans(cluster.pgdata);
    await delay(RETRY_MS);
  }
}

/** Stops the server and waits until it is gone. */
export async function stopPostmaster({ pgdata, account, binaries }: Cluster): Promise<void> {
  const found = await findPostmaster(pgdata);
  if (!found) return;
  const attempts = [
    ['INT', 30_000], // fast
    ['QUIT', 10_000], // immediate; loses nothing either: the next start replays the log
  ] as const;
  for (const [signal, patience] of attempts) {
    if (!(await isPostmasterOf(found.pid, pgdata))) return;
    // Not `pg_ctl stop`: a successor may start at once, and it would go on to wait for that one.
    await run(binaries.pgCtl, ['kill', signal, String(found.pid)], account);
    if (await hasEnded(found.pid, pgdata, patience)) return;
  }
  throw new DatabaseUnavailable(`PostgreSQL (process ${found.pid}) does not stop`);
}

async function hasEnded(pid: number, pgdata: string, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  while (await isPostmasterOf(pid, pgdata)) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Starts a server and waits until it is ready. Answers why it ended, if it did. */
async function launch(
  cluster: Cluster,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { pgdata, account, binaries, logFile } = cluster;
  await prepareEndpoint(endpoint, pgdata, account);
  await clearStaleLocks(pgdata, endpoint);
  await setLargeLogAside(logFile);
  const settings = settingsFor(endpoint);
  if (process.platform === 'win32') {
    // Drops an administrator's rights, with which PostgreSQL would refuse to run.
    const args = [
      'start',
      '-D',
      pgdata,
      '-l',
      logFile,
      '-w',
      '-t',
      '600',
      '-o',
      settings.join(' '),
    ];
    const { code, output } = await run(binaries.pgCtl, args, account);
    return code === 0 ? undefined : pickReason(output);
  }
  // Not through `pg_ctl start`: it hands the paths to a shell, and looks only every 100 ms.
  const log = await openLog(cluster);
  const { size: logStart } = await log.stat();
  let ended: string | undefined;
  const child = spawn(binaries.postgres, ['-D', pgdata, ...settings], {
    ...childOptions(account),
    stdio: ['ignore', log.fd, log.fd],
  });
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', () => {
    ended ??= '';
  });
  child.unref();
  await log.close();
  while (ended === undefined) {
    signal.throwIfAborted();
    if ((await findPostmaster(pgdata))?.ready) return undefined;
    await delay(POLL_MS);
  }
  return ended || pickReason((await readFile(logFile)).subarray(logStart).toString());
}

async function openLog({ logFile, account }: Cluster): Promise<FileHandle> {
  // Root must not follow a link that somebody put there.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = await open(logFile, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  // A new one belongs to the database's owner, who may be the one that starts it next time.
  if (account && (await log.stat()).size === 0) await log.chown(account.uid, account.gid);
  return log;
}

/** The log holds little, but for ever; one older part is kept. */
async function setLargeLogAside(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGE_LOG_BYTES) await rename(logFile, `${logFile}.old`);
}
