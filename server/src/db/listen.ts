import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './client.ts';

const PAUSE_MS = 100;
/** The interval of test queries: only a query detects a connection whose server has silently gone. */
const CHECK_INTERVAL_MS = 10_000;
const check = { text: 'select 1', query_timeout: 5_000 };

interface Handlers {
  onNotification(payload: string): void;
  /** Called after each (re)connection. Earlier notifications may have been missed, later ones are not. */
  onListening(): void;
}

/** Listens for notifications on a dedicated connection, and reconnects whenever it is lost. */
export function listen(db: Database, channel: string, handlers: Handlers) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));

  async function listenUntilLost(): Promise<void> {
    const connection = db.createConnection();
    connection.on('notification', ({ payload = '' }) => handlers.onNotification(payload));
    const lost = new Promise((resolve) => connection.once('end', resolve));
    let timer: NodeJS.Timeout | undefined;
    try {
      await connection.connect();
      const destroy = () => connection.destroy();
      timer = setInterval(() => connection.query(check).catch(destroy), CHECK_INTERVAL_MS).unref();
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      signal.throwIfAborted();
      handlers.onListening();
      await Promise.race([lost, stopped]);
    } finally {
      clearInterval(timer);
      connection.destroy();
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      // Requests that need the database report that it is unavailable; the listener only reconnects.
      await listenUntilLost().catch(() => {});
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  const running = keepListening();
  return {
    stop: (): Promise<void> => {
      stopping.abort();
      return running;
    },
  };
}
