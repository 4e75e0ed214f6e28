import postgres from 'postgres';
import { type Database, type Db, isDatabaseAway } from './client.ts';
import { Places } from './places.ts';

/** More than this many at once wait for their turn, so that they cannot use up the connections. */
export const TRANSACTIONS_AT_ONCE = 4;

const places = new Places(TRANSACTIONS_AT_ONCE);

/**
 * Several statements as one, on a connection of their own. Not the driver's `begin`: when a connection
 * dies inside it, the driver still writes to it, which ends the whole process. Here nothing is sent any
 * more once the connection is gone, and it is never used again.
 */
export async function inTransaction<T>(sql: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  await places.take();
  let lost = false;
  const client = postgres({
    ...sql.options,
    max: 1,
    onclose: () => {
      lost = true;
    },
  } as unknown as postgres.Options<Record<never, never>>);
  try {
    // The driver reserves a connection that is there, and may wait for ever for one that is not.
    await client`select`;
    const connection = await client.reserve();
    const tx = refuseWhen(() => lost, connection);
    await tx`begin`;
    const result = await attempt(() => work(tx), tx);
    await tx`commit`;
    if (!lost) connection.release();
    return result;
  } finally {
    await client.end({ timeout: 1 });
    places.giveBack();
  }
}

/** Rolls back what failed; a connection that has died has done so by itself. */
async function attempt<T>(work: () => Promise<T>, tx: Db): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseAway(error)) await tx`rollback`;
    throw error;
  }
}

function refuseWhen(lost: () => boolean, connection: Db): Db {
  return new Proxy(connection, {
    apply(query, self, args) {
      if (lost()) throw Object.assign(new Error('The connection is gone'), { code: '08006' });
      return Reflect.apply(query, self, args);
    },
  });
}
