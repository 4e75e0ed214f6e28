import { Readable } from 'node:stream';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Sql } from 'sql-template-tag';
import { type Database, STATEMENT_TIMEOUT_MS } from '../client.ts';
import { FairSemaphore } from './semaphore.ts';

/**
 * The rows of a chunk. Larger chunks survive more garbage collections: 500 rows took twice the memory and no less time.
 */
const CHUNK_ROWS = 200;
/**
 * The limit on concurrent lists. A list holds its connection until it has been read; the rest of the pool is for other
 * requests.
 */
export const LISTS_AT_ONCE = 3;
/** The limit per account, so that an account that does not read its lists does not block others. */
const LISTS_PER_READER = 2;
/**
 * The time limit of a list. It is one transaction, and PostgreSQL cannot remove dead rows that are still visible to it.
 */
const TOTAL_TIMEOUT_MS = 10 * 60_000;

const lists = new FairSemaphore(LISTS_AT_ONCE, LISTS_PER_READER);
const asText = { getTypeParser: () => (text: string) => text };

/** Writes a file of rows piece by piece. Values arrive as text. */
export interface RowWriter<Cell = string | null> {
  add(rows: Cell[][]): string | Uint8Array;
  end(): string | Uint8Array;
}

/** Streams the rows of a statement as one JSON array. Its only column is a JSON document. */
export function streamJsonArray(
  db: Database,
  readerId: string,
  statement: Sql,
  options?: { totalTimeoutMs?: number },
): Readable {
  let separator = '[';
  const array: RowWriter = {
    add: (rows) => {
      const piece = separator + rows.map(([json]) => json).join(',');
      separator = ',';
      return piece;
    },
    end: () => (separator === '[' ? '[]' : ']'),
  };
  return streamRows(db, readerId, statement, array, options);
}

/** Streams rows as fast as the reader consumes them. The reader is identified by the account. */
export function streamRows(
  db: Database,
  readerId: string,
  { text, values }: Sql,
  writer: RowWriter,
  { totalTimeoutMs = TOTAL_TIMEOUT_MS } = {},
): Readable {
  const pieces = writeAll();
  /** Cancels the running statement, if there is one. */
  let cancel = () => {};
  const next = () => pieces.next();
  // Called at once when a reader disconnects. The generator itself would wait for the rows that it has requested.
  const leave = () => {
    cancel();
    return pieces.return(undefined);
  };
  const stream: Readable = Readable.from(
    { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
    { objectMode: false },
  );
  return stream;

  async function* writeAll(): AsyncGenerator<string | Uint8Array> {
    const release = await lists.acquire(readerId);
    try {
      // The reader may have disconnected while it waited.
      const client = stream.destroyed ? undefined : await db.pool.connect();
      if (stream.destroyed) client?.release();
      else if (client) yield* writeRows(client);
    } finally {
      release();
    }
  }

  async function* writeRows(client: pg.PoolClient): AsyncGenerator<string | Uint8Array> {
    // Lists have a time limit of their own.
    if (!(await setTimeLimit(client, 0))) throw new Error('Connection terminated unexpectedly');
    const cursor = client.query(
      new Cursor<(string | null)[]>(text, values, { rowMode: 'array', types: asText as never }),
    );
    // The cursor itself does not notice if the connection is lost just before its last result.
    let failRead = (_error: Error) => {};
    const onLost = () => {
      const error = new Error('Connection terminated unexpectedly');
      failRead(error);
      stream.destroy(error);
    };
    const readChunk = () =>
      new Promise<(string | null)[][]>((resolve, reject) => {
        failRead = reject;
        cursor.read(CHUNK_ROWS).then(resolve, reject);
      });
    client.on('end', onLost);
    cancel = () => db.cancel(client);
    const total = setTimeout(
      () => stream.destroy(new Error('The list is read too slowly')),
      totalTimeoutMs,
    );
    let finished = false;
    try {
      let next = readChunk();
      while (!finished) {
        const chunk = await next;
        finished = chunk.length < CHUNK_ROWS;
        if (chunk.length === 0) break;
        if (!finished) {
          // PostgreSQL prepares the next chunk while the reader takes this one.
          next = readChunk();
          next.catch(() => {});
        }
        yield writer.add(chunk);
      }
    } finally {
      clearTimeout(total);
      client.off('end', onLost);
      cancel = () => {};
      // If the reader has disconnected or something failed, the cursor is still open, so the connection is closed.
      if (!finished) client.release(true);
      else if (await setTimeLimit(client, STATEMENT_TIMEOUT_MS)) client.release();
    }
    yield writer.end();
  }
}

/** Sets the time limit on statements. If the connection was lost, it is released and the result is false. */
async function setTimeLimit(client: pg.PoolClient, ms: number): Promise<boolean> {
  try {
    await client.query(`set statement_timeout = ${ms}`);
    return true;
  } catch {
    client.release(true);
    return false;
  }
}
