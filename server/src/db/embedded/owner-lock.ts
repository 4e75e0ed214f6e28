import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../connection.ts';
import { type Endpoint, SUPERUSER } from './endpoint.ts';

/**
 * The lock by which exactly one Drawbridge owns a data directory. It is an advisory lock held by a connection, so it is
 * released when its process ends for any reason. Guests are short commands that use the owner's server: each holds a
 * shared lock, and the owner waits for these before it stops the server. The locks are in the database `postgres`,
 * separate from all other locks of the product.
 */
const LOCK_SPACE = 0x64726177; // 'draw'
const OWNER_LOCK = 1;
const GUEST_LOCK = 2;

export const DATABASE = 'drawbridge';

const RETRY_MS = 50;
const GUESTS_WAIT = '5s';
const CLOSE_MS = 1_000;

export interface Claim {
  /** Resolves when the connection is lost, and the lock with it. */
  lost: Promise<void>;
  waitForGuests(): Promise<void>;
  end(): Promise<void>;
}

/** Acquires the owner's lock. Returns undefined if another process holds it for longer than the timeout. */
export async function acquireOwnerLock(
  endpoint: Endpoint,
  patience: number,
): Promise<Claim | undefined> {
  const connection = createConnection(endpoint);
  const lost = new Promise<void>((resolve) => connection.once('end', resolve));
  try {
    await connection.connect();
    const deadline = performance.now() + patience;
    while (!(await tryOwnerLock(connection))) {
      if (performance.now() >= deadline) {
        connection.destroy();
        return undefined;
      }
      await delay(RETRY_MS);
    }
    await createDatabase(connection);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return {
    lost,
    waitForGuests: () => waitForGuests(connection),
    end: () => close(connection),
  };
}

/** Keeps the owner from stopping the server until the returned function is called. */
export async function acquireGuestLock(endpoint: Endpoint): Promise<() => Promise<void>> {
  const connection = createConnection(endpoint);
  try {
    await connection.connect();
    await connection.query(`select pg_advisory_lock_shared(${LOCK_SPACE}, ${GUEST_LOCK})`);
    await createDatabase(connection);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return () => close(connection);
}

/** Opens the connection that holds the lock. */
function createConnection(endpoint: Endpoint): Connection {
  return new Connection({
    ...endpoint,
    user: SUPERUSER,
    database: 'postgres',
    application_name: 'drawbridge claim',
  });
}

/** Closes the connection. It does not wait long, because a server that is stopping may no longer respond. */
async function close(connection: Connection): Promise<void> {
  const timer = setTimeout(() => connection.destroy(), CLOSE_MS);
  await connection.end();
  clearTimeout(timer);
}

async function tryOwnerLock(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    `select pg_try_advisory_lock(${LOCK_SPACE}, ${OWNER_LOCK}) as held`,
  );
  return rows[0]?.held === true;
}

async function waitForGuests(connection: Connection): Promise<void> {
  try {
    await connection.query(`set lock_timeout = '${GUESTS_WAIT}'`);
    await connection.query(`select pg_advisory_lock(${LOCK_SPACE}, ${GUEST_LOCK})`);
  } catch {
    // Stop even if a guest takes too long or the server is gone.
  }
}

/**
 * Creates the database if it is missing. Owner and guests both do so, because the first start may have been killed
 * before this.
 */
async function createDatabase(connection: Connection): Promise<void> {
  const databases = await connection.query(`select from pg_database where datname = '${DATABASE}'`);
  if (databases.rowCount) return;
  try {
    await connection.query(`create database ${DATABASE}`);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code !== '42P04' && code !== '23505') throw error;
  }
}
