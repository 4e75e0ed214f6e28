import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type Endpoint, SUPERUSER } from './endpoint.ts';

/**
 * Exactly one Drawbridge owns a data directory. The claim is an advisory lock of a connection, so
 * it ends with the process that holds it, however that ends. Guests are short commands that join
 * the owner's server: each holds a shared lock, for which the owner waits before it stops the
 * server. The locks are in the database `postgres`, apart from all locks of the product.
 */
const LOCK_SPACE = 0x64726177; // 'draw'
const OWNER_LOCK = 1;
const GUEST_LOCK = 2;

export const DATABASE = 'drawbridge';

const RETRY_MS = 50;
const GUESTS_WAIT = '5s';

export interface Claim {
  /** Settles when the connection is gone, and the claim with it. */
  lost: Promise<void>;
  waitForGuests(): Promise<void>;
  end(): Promise<void>;
}

/** Undefined when somebody else has the claim and keeps it for `patience` milliseconds. */
export async function takeClaim(endpoint: Endpoint, patience: number): Promise<Claim | undefined> {
  const { sql, lost } = openConnection(endpoint);
  try {
    const deadline = performance.now() + patience;
    while (!(await tryOwnerLock(sql))) {
      if (performance.now() >= deadline) {
        await sql.end({ timeout: 1 });
        return undefined;
      }
      await delay(RETRY_MS);
    }
    await createDatabase(sql);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return {
    lost,
    waitForGuests: () => waitForGuests(sql),
    end: () => sql.end({ timeout: 1 }),
  };
}

/** Keeps the owner from stopping the server until the answered function is called. */
export async function joinAsGuest(endpoint: Endpoint): Promise<() => Promise<void>> {
  const { sql } = openConnection(endpoint);
  try {
    await sql`select pg_advisory_lock_shared(${LOCK_SPACE}, ${GUEST_LOCK})`;
    await createDatabase(sql);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return () => sql.end({ timeout: 1 });
}

type Connection = postgres.Sql;

function openConnection(endpoint: Endpoint): { sql: Connection; lost: Promise<void> } {
  let reportLoss = () => {};
  const lost = new Promise<void>((resolve) => {
    reportLoss = resolve;
  });
  const sql = postgres({
    ...endpoint,
    username: SUPERUSER,
    database: 'postgres',
    // The lock belongs to this one connection, which must never be replaced unnoticed.
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => reportLoss(),
    connection: { application_name: 'drawbridge claim' },
  });
  return { sql, lost };
}

async function tryOwnerLock(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`
    select pg_try_advisory_lock(${LOCK_SPACE}, ${OWNER_LOCK}) as held`;
  return row?.held === true;
}

async function waitForGuests(sql: Connection): Promise<void> {
  try {
    await sql`select set_config('lock_timeout', ${GUESTS_WAIT}, false)`;
    await sql`select pg_advisory_lock(${LOCK_SPACE}, ${GUEST_LOCK})`;
  } catch {
    // Neither a guest that takes too long nor a server that is gone keeps us from stopping.
  }
}

/** The owner and a guest may both find that a first start was killed before it got here. */
async function createDatabase(sql: Connection): Promise<void> {
  const found = await sql`select from pg_database where datname = ${DATABASE}`;
  if (found.length > 0) return;
  try {
    await sql`create database ${sql(DATABASE)}`;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code !== '42P04' && code !== '23505') throw error;
  }
}
