import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, isFileError, UnusableDatabase } from '../errors.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Endpoint, SUPERUSER } from './endpoint.ts';
import { ensurePostmaster, stopPostmaster } from './launch.ts';
import { acquireGuestLock, acquireOwnerLock, type Claim, DATABASE } from './owner-lock.ts';
import { findPostmaster } from './postmaster.ts';
import type { OsUser } from './process.ts';

/** The address of the database for node-postgres. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  database: string;
  user: string;
}

interface EmbeddedDatabase {
  /** The connection, which stays the same when PostgreSQL is restarted. */
  readonly connection: EmbeddedConnection;
  /** The directory of its files. */
  readonly directory: string;
  /** The account that runs PostgreSQL, if it is not our own. */
  readonly osUser: OsUser | undefined;
  /** Stops PostgreSQL and releases the lock on the data directory. Calling it twice is safe. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
}

interface CommandOptions extends EmbeddedOptions {
  /** True if a missing database is created instead of refused. */
  mayCreate?: boolean;
}

/** The time for which a previous server that was killed or is stopping may keep its lock. */
const CLAIM_TIMEOUT_MS = 1_500;
/** The time for which a server that reports ready may reject connections, such as while it stops. */
const CONNECT_TIMEOUT_MS = 15_000;
const CONNECT_RETRY_MS = 20;
const RECOVERY_ATTEMPTS = 5;
const RECOVERY_PAUSE_MS = 500;

/** Runs PostgreSQL on the data directory while this process runs, and restarts it if it dies. */
export async function startEmbedded(
  options: EmbeddedOptions & {
    /** Called when PostgreSQL has died and could not be restarted. */
    onLost?: (error: Error) => void;
  },
): Promise<EmbeddedDatabase> {
  return asOperatorError(async () => {
    const cluster = await openCluster(options.dataDir, options.log, { mayCreate: true });
    const ending = new AbortController();
    const opened = await retryWhileUnavailable(() =>
      openServer(cluster, CLAIM_TIMEOUT_MS, ending.signal),
    );
    if (!opened.claim) throw alreadyRunning(options.dataDir);
    return supervise(cluster, opened.endpoint, opened.claim, ending, options);
  });
}

/**
 * Runs a short command, such as creating an administrator, on the server that is running on the data
 * directory. Without one, it starts a server and stops it at the end.
 */
export async function withEmbedded<T>(
  options: CommandOptions,
  work: (connection: EmbeddedConnection) => Promise<T>,
): Promise<T> {
  const { endpoint, leave } = await asOperatorError(() => joinServer(options));
  try {
    return await work(connectionTo(endpoint));
  } finally {
    await leave();
  }
}

async function joinServer(
  options: CommandOptions,
): Promise<{ endpoint: Endpoint; leave: () => Promise<void> }> {
  const { dataDir, log, mayCreate = true } = options;
  const cluster = await openCluster(dataDir, log, { mayCreate });
  const { signal } = new AbortController();
  return retryWhileUnavailable(async () => {
    const { endpoint, claim } = await openServer(cluster, 0, signal);
    if (claim) return { endpoint, leave: () => closeServer(cluster, claim) };
    return { endpoint, leave: await acquireGuestLock(endpoint) };
  });
}

interface Opened {
  endpoint: Endpoint;
  /** The lock; undefined if another Drawbridge holds it. */
  claim: Claim | undefined;
}

async function openServer(
  cluster: Cluster,
  patience: number,
  signal: AbortSignal,
  preferred?: Endpoint,
): Promise<Opened> {
  const { endpoint } = await ensurePostmaster(cluster, preferred, signal);
  return { endpoint, claim: await acquireOwnerLock(endpoint, patience) };
}

/** Stops the server while holding the lock, so that no other process adopts a stopping server. */
async function closeServer(cluster: Cluster, claim: Claim): Promise<void> {
  await claim.waitForGuests();
  await stopPostmaster(cluster).finally(() => claim.end());
}

function supervise(
  cluster: Cluster,
  endpoint: Endpoint,
  firstClaim: Claim,
  ending: AbortController,
  options: Parameters<typeof startEmbedded>[0],
): EmbeddedDatabase {
  let claim: Claim | undefined;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  /** Watches the lock: its connection closes when PostgreSQL ends, so no polling is needed. */
  function hold(ownerClaim: Claim): void {
    claim = ownerClaim;
    ownerClaim.lost.then(() => {
      claim = undefined;
      if (ending.signal.aborted) return;
      void ownerClaim.end();
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt++) {
      try {
        const opened = await retryWhileUnavailable(() =>
          openServer(cluster, CLAIM_TIMEOUT_MS, ending.signal, endpoint),
        );
        // The holder may be a short command, so this is tried again.
        if (!opened.claim) throw alreadyRunning(options.dataDir);
        options.log.warn('PostgreSQL had stopped and was restarted');
        return hold(opened.claim);
      } catch (error) {
        if (ending.signal.aborted) return;
        if (attempt === RECOVERY_ATTEMPTS) return options.onLost?.(toError(error));
        const pause = RECOVERY_PAUSE_MS * attempt;
        await delay(pause, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  }

  async function stop(): Promise<void> {
    ending.abort();
    await recovery;
    if (claim) return closeServer(cluster, claim);
    // A recovery was in progress. A server that is not ready has no owner; a ready one must be locked.
    const postmaster = await findPostmaster(cluster.pgdata);
    if (postmaster && !postmaster.ready) return stopPostmaster(cluster);
    const lock =
      postmaster && (await acquireOwnerLock(postmaster.endpoint, 0).catch(() => undefined));
    if (lock) await closeServer(cluster, lock);
  }

  hold(firstClaim);
  return {
    connection: connectionTo(endpoint),
    directory: dirname(cluster.pgdata),
    osUser: cluster.osUser,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Retries the work if the server stops in the middle, because another process was stopping it. */
async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      await delay(CONNECT_RETRY_MS);
    }
  }
}

/** Turns any error into one that is a single line for the operator. */
async function asOperatorError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isKnown = error instanceof UnusableDatabase;
    if (isKnown || isFileError(error)) throw error;
    const [line] = toError(error).message.split('\n');
    throw new UnusableDatabase(`The database cannot be used: ${line}`, { cause: error });
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const alreadyRunning = (dataDir: string) =>
  new UnusableDatabase(`Another Drawbridge is already running on ${dataDir}`);

const connectionTo = (endpoint: Endpoint): EmbeddedConnection => ({
  ...endpoint,
  database: DATABASE,
  user: SUPERUSER,
});
