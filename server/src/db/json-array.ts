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
/** A list is one transaction, and PostgreSQL cannot remove dead rows that it can still see. */
const TOTAL_TIMEOUT_MS = 10 * 60_000;

const semaphore = new Semaphore(LISTS_AT_ONCE);
const asText = { getTypeParser: () => (text: string) => text };

/**
 * Streams the rows of a statement, whose only column is a JSON document, as one JSON array. Rows are
 * fetched as fast as the reader consumes them.
 */
export function streamJsonArray(
  db: Database,
  { text, values }: Sql,
  { idleTimeoutMs = IDLE_TIMEOUT_MS, totalTimeoutMs = TOTAL_TIMEOUT_MS } = {},
): Readable {
  const stream: Readable = Readable.from(writeArray(), { objectMode: false });
  const destroyAfter = (ms: number, why: string) =>
    setTimeout(() => stream.destroy(new Error(why)), ms);
  return stream;

  async function* writeArray(): AsyncGenerator<string> {
    await semaphore.acquire();
    try {
      // The reader may have disconnected while it waited.
      if (!stream.destroyed) yield* writeRows(await db.pool.connect());
    } finally {
      semaphore.release();
    }
  }

  async function* writeRows(client: pg.PoolClient): AsyncGenerator<string> {
    const cursor = client.query(
      new Cursor<string[]>(text, values, { rowMode: 'array', types: asText as never }),
    );
    // The cursor itself does not notice if the connection is lost just before its last result.
    let failRead = (_error: Error) => {};
    const onLost = () => {
      const error = new Error('Connection terminated unexpectedly');
      failRead(error);
      stream.destroy(error);
    };
    const readChunk = () =>
      new Promise<string[][]>((resolve, reject) => {
        failRead = reject;
        cursor.read(CHUNK_ROWS).then(resolve, reject);
      });
    client.on('end', onLost);
    const total = destroyAfter(totalTimeoutMs, 'The list is read too slowly');
    let idle: NodeJS.Timeout | undefined;
    let finished = false;
    let separator = '[';
    try {
      let next = readChunk();
      while (!finished) {
        const chunk = await next;
        finished = chunk.length < CHUNK_ROWS;
        if (chunk.length === 0) break;
        if (!finished) {
          // PostgreSQL builds the next chunk while the reader takes this one.
          next = readChunk();
          next.catch(() => {});
        }
        idle = destroyAfter(idleTimeoutMs, 'The list is not read');
        yield separator + chunk.map(([json]) => json).join(',');
        clearTimeout(idle);
        separator = ',';
      }
    } finally {
      clearTimeout(idle);
      clearTimeout(total);
      client.off('end', onLost);
      // If the reader disconnected or something failed, the cursor is still open: close the connection.
      client.release(!finished);
    }
    yield separator === '[' ? '[]' : ']';
  }
}
