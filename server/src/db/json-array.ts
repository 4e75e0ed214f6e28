import { Readable } from 'node:stream';
import type { PendingQuery, Row } from 'postgres';
import type { Database } from './client.ts';
import { Places } from './places.ts';

const CHUNK_ROWS = 500;
/** A list keeps its connection as long as its reader takes; the rest of the pool is for everybody else. */
export const LISTS_AT_ONCE = 3;
/** Who takes nothing for so long has gone without a word. */
const PATIENCE_MS = 60_000;
const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');

const places = new Places(LISTS_AT_ONCE);

/**
 * The rows of a statement, each a JSON document in its only column, as one JSON array. They go out as the
 * bytes that came in: text made of them and back would be thrown away at once. The database is asked for
 * more as they are taken, and no longer when nobody takes them.
 *
 * The driver's cursor could be iterated over, but then every chunk hangs on the one before it: what has
 * been sent survives the quick garbage collections, and a long list takes twice as much memory.
 */
export function streamJsonArray(
  sql: Database,
  rows: PendingQuery<Row[]>,
  { patienceMs = PATIENCE_MS } = {},
): Readable {
  let parts: Buffer[] = [];
  let separator = OPENING;
  let begun = false;
  /** Answers the driver, which waits after each chunk. */
  let goOn = () => {};
  let impatience: NodeJS.Timeout | undefined;

  const addRow = ([json]: [Buffer]) => {
    parts.push(separator, json);
    separator = COMMA;
  };

  const sendChunk = () => {
    if (stream.destroyed) return sql.CLOSE;
    const chunk = Buffer.concat(parts);
    parts = [];
    if (stream.push(chunk)) return undefined;
    impatience = setTimeout(() => stream.destroy(new Error('The list is not read')), patienceMs);
    return new Promise((resolve) => {
      goOn = () => {
        clearTimeout(impatience);
        resolve(stream.destroyed ? sql.CLOSE : undefined);
      };
    });
  };

  const readRows = async () => {
    await places.take();
    try {
      if (stream.destroyed) return;
      const query = rows.raw();
      query.cursor(CHUNK_ROWS, sendChunk);
      // Rows that the driver keeps itself would, after an error half-way, leave as many empty places in
      // what the next statement on the connection is answered.
      await query.forEach(addRow as never);
    } finally {
      places.giveBack();
    }
  };

  const begin = async () => {
    try {
      await readRows();
      if (stream.destroyed) return;
      stream.push(separator === COMMA ? ']' : '[]');
      stream.push(null);
    } catch (error) {
      // The driver must not hear any more of a list that has failed: it would write to a connection
      // that may have gone, which ends the process.
      goOn = () => clearTimeout(impatience);
      stream.destroy(error as Error);
    }
  };

  const stream = new Readable({
    read() {
      if (!begun) void begin();
      begun = true;
      goOn();
    },
    destroy(error, done) {
      goOn();
      done(error);
    },
  });
  return stream;
}
