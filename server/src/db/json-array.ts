import { Readable } from 'node:stream';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Sql } from 'sql-template-tag';
import type { Database } from './client.ts';
import { Semaphore } from './semaphore.ts';

/** Larger chunks survive more garbage collections: 500 rows took twice the memory and no less time. */
const CHUNK_ROWS = 200;
/** A list holds its connection until it has been read; the rest of the pool is for other requests. */
export const LISTS_AT_ONCE = 3;
/** Readers that have been idle this long are dropped. */
const IDLE_TIMEOUT_MS = 60_000;
/** A list is one transaction, and what it can still see is not removed from the tables. */
const TOTAL_TIMEOUT_MS = 10 * 60_000;

const semaphore = new Semaphore(LISTS_AT_ONCE);
const asText = { getTypeParser: () => (text: string) => text };

/**
 * Streams the rows of a statement, whose only column is a JSON document, as one JSON array. Rows are
 * fetched as fast as the reader consumes them.
 */
export function streamJsonArray(
  db: Database,
  rows: Sql,
  { idleTimeoutMs = IDLE_TIMEOUT_MS, totalTimeoutMs = TOTAL_TIMEOUT_MS } = {},
): Readable {
  let idle: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  const stream = Readable.from(writeArray(), { objectMode: false });
  stream.once('close', () => {
    clearTimeout(idle);
    clearTimeout(total);
  });
  return stream;

  async function* writeArray(): AsyncGenerator<string> {
    await semaphore.acquire();
    try {
      // The reader may have disconnected while it waited.
      if (stream.destroyed) return;
      const client = await db.checkOut();
      yield* writeRows(client);
    } finally {
      semaphore.release();
    }
  }

  async function* writeRows(client: pg.PoolClient): AsyncGenerator<string> {
    const cursor = openCursor(client, rows, (error) => stream.destroy(error));
    total = setTimeout(
      () => stream.destroy(new Error('The list is read too slowly')),
      totalTimeoutMs,
    );
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
      // If the reader disconnected or something failed, the cursor is still open: close the connection.
      cursor.detach();
      client.release(!finished);
    }
    yield separator === '[' ? '[]' : ']';
  }
}

function openCursor(client: pg.PoolClient, { text, values }: Sql, onLost: (error: Error) => void) {
  const cursor = client.query(
    new Cursor<string[]>(text, values, { rowMode: 'array', types: asText as never }),
  );
  // The cursor itself does not notice if the connection is lost just before its last result.
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
    detach: () => client.off('end', onEnd),
  };
}
