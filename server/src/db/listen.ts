import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './client.ts';

const PAUSE_MS = { first: 50, longest: 1000 };
/** A connection whose server has silently gone is only detected by a query. */
const CHECK_EVERY_MS = 10_000;
const check = { text: 'select 1', query_timeout: 5_000 };

interface Listener {
  stop(): Promise<void>;
}

interface Handlers {
  onNotification(payload: string): void;
  /** Called after each (re)connection: notifications before it may have been missed, none after it. */
  onListening(): void;
}

/** Listens for notifications on a dedicated connection, and reconnects whenever it is lost. */
export function listen(db: Database, channel: string, handlers: Handlers): Listener {
  const stopping = new AbortController();
  const running = keepListening(db, channel, handlers, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return running;
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
    let timer: NodeJS.Timeout | undefined;
    try {
      await connection.connect();
      stopping.throwIfAborted();
      stopping.addEventListener('abort', destroy);
      timer = setInterval(() => connection.query(check).catch(destroy), CHECK_EVERY_MS).unref();
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      pause = PAUSE_MS.first;
      handlers.onListening();
      await lost;
    } catch {
      // Requests that need the database report that it is unavailable; the listener only reconnects.
    }
    clearInterval(timer);
    stopping.removeEventListener('abort', destroy);
    destroy();
    await delay(pause, undefined, { signal: stopping }).catch(() => {});
    pause = Math.min(pause * 2, PAUSE_MS.longest);
  }
}
