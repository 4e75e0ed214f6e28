import { setTimeout as delay } from 'node:timers/promises';
import { type Claim, DATABASE, joinAsGuest, takeClaim } from './embedded/claim.ts';
import { type Cluster, openCluster } from './embedded/cluster.ts';
import { type Endpoint, SUPERUSER } from './embedded/endpoint.ts';
import { ensurePostmaster, stopPostmaster } from './embedded/launch.ts';
import { findPostmaster } from './embedded/postmaster.ts';
import { DatabaseUnavailable } from './embedded/unavailable.ts';
import { isDatabaseAway } from './errors.ts';

export { DatabaseUnavailable };

/** Where the database is, for node-postgres. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  password?: string;
}

export interface EmbeddedDatabase {
  /** Stays the same when PostgreSQL had to be started again. */
  readonly connection: EmbeddedConnection;
  /** Stops PostgreSQL and gives up the claim on the data directory. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
}

/** A predecessor that was killed is gone a moment later, one that is stopping a little later. */
const CLAIM_PATIENCE_MS = 1_500;
/** How long a server that says that it is ready may turn us away, such as while it stops. */
const CONNECT_PATIENCE_MS = 15_000;
const CONNECT_PAUSE_MS = 20;
const RECOVERY_ATTEMPTS = 5;
const RECOVERY_PAUSE_MS = 500;

/** Runs PostgreSQL on the data directory for as long as this process lives, and looks after it. */
export async function startEmbedded(
  options: EmbeddedOptions & {
    /** PostgreSQL is gone and does not come back. */
    onLost?: (error: Error) => void;
  },
): Promise<EmbeddedDatabase> {
  return inOneLine(async () => {
    const cluster = await openCluster(options.dataDir, options.log);
    const ending = new AbortController();
    const opened = await whileAway(() => openServer(cluster, CLAIM_PATIENCE_MS, ending.signal));
    if (!opened.claim) throw alreadyRunning(options.dataDir);
    return supervise(cluster, opened.endpoint, opened.claim, ending, options);
  });
}

/**
 * For a short command such as creating an administrator: joins the server that runs on the data
 * directory, or starts one and stops it at the end.
 */
export async function withEmbedded<T>(
  options: EmbeddedOptions,
  work: (connection: EmbeddedConnection) => Promise<T>,
): Promise<T> {
  const { endpoint, leave } = await inOneLine(() => joinServer(options));
  try {
    return await work(connectionTo(endpoint));
  } finally {
    await leave();
  }
}

async function joinServer(
  options: EmbeddedOptions,
): Promise<{ endpoint: Endpoint; leave: () => Promise<void> }> {
  const cluster = await openCluster(options.dataDir, options.log);
  const { signal } = new AbortController();
  return whileAway(async () => {
    const { endpoint, claim } = await openServer(cluster, 0, signal);
    if (claim) return { endpoint, leave: () => closeServer(cluster, claim) };
    return { endpoint, leave: await joinAsGuest(endpoint) };
  });
}

interface Opened {
  endpoint: Endpoint;
  /** Undefined when another Drawbridge has it. */
  claim: Claim | undefined;
}

async function openServer(
  cluster: Cluster,
  patience: number,
  signal: AbortSignal,
  preferred?: Endpoint,
): Promise<Opened> {
  const { endpoint } = await ensurePostmaster(cluster, preferred, signal);
  return { endpoint, claim: await takeClaim(endpoint, patience) };
}

/** Stops the server while the claim is held, so that nobody takes over a server that is ending. */
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

  /** PostgreSQL ends its connections when it ends, so this one tells at once, without asking. */
  function hold(taken: Claim): void {
    claim = taken;
    taken.lost.then(() => {
      claim = undefined;
      if (ending.signal.aborted) return;
      void taken.end();
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt++) {
      try {
        const opened = await whileAway(() =>
          openServer(cluster, CLAIM_PATIENCE_MS, ending.signal, endpoint),
        );
        // It may be a command, which will be done with it soon.
        if (!opened.claim) throw alreadyRunning(options.dataDir);
        options.log.warn('PostgreSQL was gone and is back');
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
    // In the middle of a recovery. A server that is not ready is nobody's; another we must win.
    const found = await findPostmaster(cluster.pgdata);
    if (found && !found.ready) return stopPostmaster(cluster);
    const won = found && (await takeClaim(found.endpoint, 0).catch(() => undefined));
    if (won) await closeServer(cluster, won);
  }

  hold(firstClaim);
  return {
    connection: connectionTo(endpoint),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Begins again when the server went away under our hands: somebody was just stopping it. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + CONNECT_PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > deadline) throw error;
      await delay(CONNECT_PAUSE_MS);
    }
  }
}

async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const [line] = toError(error).message.split('\n');
    throw new DatabaseUnavailable(`The database cannot be used: ${line}`, { cause: error });
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const alreadyRunning = (dataDir: string) =>
  new DatabaseUnavailable(`Another Drawbridge is already running on ${dataDir}`);

const connectionTo = (endpoint: Endpoint): EmbeddedConnection => ({
  ...endpoint,
  database: DATABASE,
  user: SUPERUSER,
});
