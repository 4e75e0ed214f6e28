import { Readable } from 'node:stream';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Sql } from 'sql-template-tag';
import type { Database } from './client.ts';
import { Semaphore } from './semaphore.ts';

/** More rows at once survive more garbage collections: 500 took twice the memory, and no less time. */
const CHUNK_ROWS = 200;
/** A list keeps its connection as long as its reader takes; the rest of the pool is for everybody else. */
export const LISTS_AT_ONCE = 3;
/** Readers that have been idle this long are dropped. */
const IDLE_TIMEOUT_MS = 60_000;

const semaphore = new Semaphore(LISTS_AT_ONCE);
const asText = { getTypeParser: () => (text: string) => text };

/**
 * The rows of a statement, each a JSON document in its only column, as one JSON array. The database is
 * asked for more as the reader takes them.
 */
export function streamJsonArray(
  db: Database,
  rows: Sql,
  { idleTimeoutMs = IDLE_TIMEOUT_MS } = {},
): Readable {
  let idle: NodeJS.Timeout | undefined;
  const stream = Readable.from(writeArray(), { objectMode: false });
  stream.once('close', () => clearTimeout(idle));
  return stream;

  async function* writeArray(): AsyncGenerator<string> {
    await semaphore.acquire();
    try {
      // The reader may have left while it waited.
      if (stream.destroyed) return;
      const client = await db.checkOut();
      yield* writeRows(client);
    } finally {
      semaphore.release();
    }
  }

  async function* writeRows(client: pg.PoolClient): AsyncGenerator<string> {
    const cursor = openCursor(client, rows, (error) => stream.destroy(error));
    let finished = false;
    let separator = '[';
    try {
      while (!finished) {
        const chunk = await cursor.read();
        finished = chunk.length < CHUNK_ROWS;
        if (chunk.length === 0) break;
        idle = setTimeout(() => stream.destroy(new Error('The list is not read')), idleTimeoutMs);
        yield separator + chunk.join(',');
        clearTimeout(idle);
        separator = ',';
      }
    } finally {
      // A connection that is not clean, because the reader has left or something failed, is closed.
      cursor.leave();
      client.release(!finished);
    }
    yield separator === '[' ? '[]' : ']';
  }
}

function openCursor(client: pg.PoolClient, { text, values }: Sql, onLost: (error: Error) => void) {
  const cursor = client.query(
    new Cursor<string[]>(text, values, { rowMode: 'array', types: asText as never }),
  );
  // The cursor itself does not notice when the connection is lost just before its last answer.
  let fail = (_error: Error) => {};
  const onEnd = () => {
    const error = new Error('Connection terminated unexpectedly');
    fail(error);
    onLost(error);
  };
  client.on('end', onEnd);
  return {
    read: () =>
      new Promise<string[][]>((resolve, reject) => {
        fail = reject;
        cursor.read(CHUNK_ROWS, (error, chunk) => (error ? reject(error) : resolve(chunk)));
      }),
    leave: () => client.off('end', onEnd),
  };
}
