import { Readable } from 'node:stream';
import type { PendingQuery, Row } from 'postgres';
import type { Database } from './client.ts';

const CHUNK_ROWS = 500;
const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');

/**
 * The rows of a statement, each a JSON document in its only column, as one JSON array. They go out as the
 * bytes that came in: text made of them and back would be thrown away at once. The database is asked for
 * more as they are taken, and no longer when nobody takes them.
 *
 * The driver's cursor could be iterated over, but then every chunk hangs on the one before it: what has
 * been sent survives the quick garbage collections, and a long list takes twice as much memory.
 */
export function streamJsonArray(sql: Database, rows: PendingQuery<Row[]>): Readable {
  let parts: Buffer[] = [];
  let separator = OPENING;
  let begun = false;
  let goOn = () => {};

  const addRow = ([json]: [Buffer]) => {
    parts.push(separator, json);
    separator = COMMA;
  };

  const sendChunk = () => {
    if (stream.destroyed) return sql.CLOSE;
    const chunk = Buffer.concat(parts);
    parts = [];
    if (stream.push(chunk)) return undefined;
    return new Promise((resolve) => {
      goOn = () => resolve(stream.destroyed ? sql.CLOSE : undefined);
    });
  };

  const begin = async () => {
    try {
      const query = rows.raw();
      query.cursor(CHUNK_ROWS, sendChunk);
      // Rows that the driver keeps itself would, after an error half-way, leave as many empty places in
      // what the next statement on the connection is answered.
      await query.forEach(addRow as never);
      if (stream.destroyed) return;
      stream.push(separator === COMMA ? ']' : '[]');
      stream.push(null);
    } catch (error) {
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
