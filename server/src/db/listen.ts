import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { Database } from './client.ts';

const PAUSE_MS = { first: 50, most: 1000 };
const CHECK_EVERY_MS = 10_000;
const CHECK_PATIENCE_MS = 5_000;

interface Listener {
  stop(): Promise<void>;
}

interface Handlers {
  onNotification(payload: string): void;
  /** From here on nothing is missed; before it, something may have been. */
  onListening(): void;
}

/**
 * Listens to PostgreSQL's notifications on a connection of its own, and comes back by itself after
 * any loss. The driver's own `listen` gives up when its first attempt to come back fails.
 */
export function listen(sql: Database, channel: string, handlers: Handlers): Listener {
  const stopping = new AbortController();
  const running = keepListening(sql, channel, handlers, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepListening(
  sql: Database,
  channel: string,
  handlers: Handlers,
  stopping: AbortSignal,
): Promise<void> {
  let pause = PAUSE_MS.first;
  while (!stopping.aborted) {
    let onLost = () => {};
    const lost = new Promise<void>((resolve) => {
      onLost = resolve;
    });
    const client = postgres({
      ...sql.options,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      onnotify: (_channel: string, payload: string) => handlers.onNotification(payload),
      onclose: onLost,
    } as unknown as postgres.Options<Record<never, never>>);
    try {
      await client`listen ${client(channel)}`;
      pause = PAUSE_MS.first;
      handlers.onListening();
      await stayAlive(client, lost, stopping);
    } catch {
      // Away, and said so elsewhere by every request that needs the database: try again.
    }
    await client.end({ timeout: 0 });
    await delay(pause, undefined, { signal: stopping }).catch(() => {});
    pause = Math.min(pause * 2, PAUSE_MS.most);
  }
}

/** Returns when the connection is lost. A connection nobody answers on any more is found by asking. */
async function stayAlive(
  client: Database,
  lost: Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const stopped = new Promise<'stopped'>((resolve) => {
    // It may have been while the connection was on its way; nobody is told of that later.
    if (stopping.aborted) resolve('stopped');
    stopping.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const ended = Promise.race([lost.then(() => 'lost' as const), stopped]);
  for (;;) {
    if ((await Promise.race([ended, pauseFor(CHECK_EVERY_MS)])) !== 'paused') return;
    const answered = client`select 1`.then(() => 'answered' as const);
    answered.catch(() => {});
    const outcome = await Promise.race([answered, ended, pauseFor(CHECK_PATIENCE_MS)]);
    if (outcome !== 'answered') return;
  }
}

function pauseFor(ms: number): Promise<'paused'> {
  return delay(ms, 'paused' as const, { ref: false });
}
