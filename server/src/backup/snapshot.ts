import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import sql from 'sql-template-tag';
import { type Database, onConnection } from '../db/client.ts';
import { FrameWriter } from './frames.ts';
import { copyTarget, listSequences, listTables, type Table } from './tables.ts';

const ROWS_BYTES = 1024 * 1024;

export interface SnapshotCounts {
  tables: number;
  rows: number;
}

/**
 * The bytes of a backup, made while the server runs: one repeatable-read transaction sees the whole
 * database as it was at one moment. Memory stays flat, because the bytes are made as they are taken.
 */
export async function* makeSnapshot(
  db: Database,
  passphrase: string | undefined,
  onDone?: (counts: SnapshotCounts) => void,
): AsyncGenerator<Buffer> {
  const connection = await db.pool.connect();
  let finished = false;
  try {
    await connection.query('begin isolation level repeatable read read only');
    const snapshot = onConnection(connection);
    const migrations = await snapshot.query<{ name: string; checksum: string }>(
      sql`select name, checksum from migrations order by number`,
    );
    const createdAt = new Date().toISOString();
    const writer = await FrameWriter.create({ createdAt, migrations }, passphrase);
    yield writer.start;
    const tables = (await listTables(snapshot)).filter(({ lasting }) => lasting);
    let rows = 0;
    for (const table of tables) {
      yield await writer.encode('table', json({ name: table.name, columns: table.columns }));
      const hash = createHash('sha256');
      let count = 0;
      for await (const piece of readRows(connection, table)) {
        hash.update(piece);
        count += countLines(piece);
        yield await writer.encode('rows', piece);
      }
      yield await writer.encode('counted', json({ rows: count, sha256: hash.digest('hex') }));
      rows += count;
    }
    yield await writer.encode('sequences', json(await listSequences(snapshot)));
    yield await writer.encode('end', json({ tables: tables.length, rows }));
    await connection.query('commit');
    finished = true;
    onDone?.({ tables: tables.length, rows });
  } finally {
    // An unfinished copy cannot be stopped on its connection, so that one is closed.
    connection.release(!finished);
  }
}

/** Whole rows in PostgreSQL's text format, which all versions read, in pieces of about a megabyte. */
async function* readRows(connection: pg.ClientBase, table: Table): AsyncGenerator<Buffer> {
  const rows = connection.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < ROWS_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** In the text format every row ends with a line break, and no value contains one. */
export function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
