import { readForAll } from './cancelling.ts';
import { Semaphore } from './semaphore.ts';

/** The limit on concurrent reads, which leaves most of the database's pool to others. */
const READS_AT_ONCE = 4;

/**
 * Coalesces concurrent reads of a key. A caller that arrives during a read joins the next one, so it never gets data
 * older than its request.
 */
export function coalesceReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, { now: Promise<T>; next?: Promise<T> }>();
  const semaphore = new Semaphore(READS_AT_ONCE);

  return (key) => {
    const reading = running.get(key);
    if (!reading) return start(key);
    reading.next ??= reading.now.then(
      () => start(key),
      () => start(key),
    );
    return reading.next;
  };

  function start(key: string): Promise<T> {
    const now = readForAll(() => readInTurn(key)).finally(() => running.delete(key));
    running.set(key, { now });
    return now;
  }

  async function readInTurn(key: string): Promise<T> {
    await semaphore.acquire();
    try {
      return await read(key);
    } finally {
      semaphore.release();
    }
  }
}
