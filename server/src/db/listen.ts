import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './client.ts';
import type { Connection } from './connection.ts';

const PAUSE_MS = { first: 50, longest: 1000 };
const CHECK_EVERY_MS = 10_000;
const CHECK_TIMEOUT_MS = 5_000;

interface Listener {
  stop(): Promise<void>;
}

interface Handlers {
  onNotification(payload: string): void;
  /** From here on nothing is missed; before it, something may have been. */
  onListening(): void;
}

/**
 * Listens to PostgreSQL's notifications on a connection of its own, and opens another after any loss.
 */
export function listen(db: Database, channel: string, handlers: Handlers): Listener {
  const stopping = new AbortController();
  const running = keepListening(db, channel, handlers, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepListening(
  db: Database,
  channel: string,
  handlers: Handlers,
  stopping: AbortSignal,
): Promise<void> {
  let pause = PAUSE_MS.first;
  while (!stopping.aborted) {
    const connection = db.createConnection();
    connection.on('notification', ({ payload = '' }) => handlers.onNotification(payload));
    const lost = new Promise((resolve) => connection.once('end', resolve));
    const destroy = () => connection.destroy();
    const check = setInterval(() => checkAlive(connection), CHECK_EVERY_MS).unref();
    try {
      await connection.connect();
      stopping.throwIfAborted();
      stopping.addEventListener('abort', destroy);
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      pause = PAUSE_MS.first;
      handlers.onListening();
      await lost;
    } catch {
      // Every request that needs the database reports that it is away; here it is only tried again.
    } finally {
      stopping.removeEventListener('abort', destroy);
      clearInterval(check);
      destroy();
    }
    await delay(pause, undefined, { signal: stopping }).catch(() => {});
    pause = Math.min(pause * 2, PAUSE_MS.longest);
  }
}

/** A connection on which nobody answers any more is found only by asking. */
async function checkAlive(connection: Connection): Promise<void> {
  const timeout = setTimeout(() => connection.destroy(), CHECK_TIMEOUT_MS).unref();
  await connection.query('select 1').catch(() => {});
  clearTimeout(timeout);
}
