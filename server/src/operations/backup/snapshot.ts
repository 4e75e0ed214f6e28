import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import sql from 'sql-template-tag';
import { version } from '../../core/build.ts';
import { allowLongStatements, type Database, onConnection } from '../../db/client.ts';
import { type Manifest, packBackup, type TablePart } from './archive.ts';
import { type Columns, copySource, listSequences, listTables } from './tables.ts';

const ROWS_BYTES = 1024 * 1024;

export interface SnapshotCounts {
  tables: number;
  rows: number;
}

/**
 * The bytes of a backup, made while the server runs. Memory use is constant, and no temporary file is written. For
 * this, every table is read twice: a tar archive has the size of a file before its content, and the manifest comes
 * first.
 */
export async function* makeSnapshot(
  db: Database,
  passphrase: string | undefined,
  onDone?: (counts: SnapshotCounts) => void,
): AsyncGenerator<Uint8Array> {
  let manifest: Manifest | undefined;
  yield* inSnapshot(db, async function* (connection) {
    manifest = await describeDatabase(connection);
    yield* packBackup(manifest, (table) => readRows(connection, table), passphrase);
  });
  if (manifest) onDone?.(countsOf(manifest));
}

/** Yields what `read` yields from one repeatable-read transaction, which sees a snapshot of the whole database. */
export async function* inSnapshot<T>(
  db: Database,
  read: (connection: pg.ClientBase) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const connection = await db.pool.connect();
  let finished = false;
  try {
    await connection.query('begin isolation level repeatable read read only');
    await allowLongStatements(onConnection(connection));
    // Otherwise the second reading may start in the middle of a large table.
    await connection.query('set local synchronize_seqscans = off');
    yield* read(connection);
    await connection.query('commit');
    finished = true;
  } finally {
    // An unfinished copy cannot be stopped on its connection, so the connection is closed.
    connection.release(!finished);
  }
}

export function countsOf({ tables }: Manifest): SnapshotCounts {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
}

async function describeDatabase(connection: pg.ClientBase): Promise<Manifest> {
  const db = onConnection(connection);
  const createdAt = new Date().toISOString();
  const migrations = await db.query<Manifest['migrations'][number]>(
    sql`select name, checksum from migrations order by number`,
  );
  const sequences = await listSequences(db);
  const tables: TablePart[] = [];
  for (const { lasting, ...table } of await listTables(db)) {
    if (lasting) tables.push({ ...table, ...(await measure(readRows(connection, table))) });
  }
  return { format: 'drawbridge-backup/1', version, createdAt, migrations, sequences, tables };
}

/** Computes the manifest's facts about a table's rows; `take` gets every piece of them. */
export async function measure(
  pieces: AsyncIterable<Uint8Array>,
  take?: (piece: Uint8Array) => Promise<void>,
): Promise<Pick<TablePart, 'rows' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    rows += countLines(piece);
    bytes += piece.length;
    await take?.(piece);
  }
  return { rows, bytes, sha256: hash.digest('hex') };
}

/** Counts rows. In the text format every row ends with a line break, and no value contains one. */
function countLines(text: Uint8Array): number {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Rows in PostgreSQL's text format, which all versions read, in pieces of about a megabyte. */
async function* readRows(connection: pg.ClientBase, table: Columns): AsyncGenerator<Buffer> {
  const rows = connection.query(copyTo(`copy ${copySource(table)} to stdout`));
  let buffered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    buffered.push(chunk);
    bytes += chunk.length;
    if (bytes < ROWS_BYTES) continue;
    yield Buffer.concat(buffered);
    buffered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(buffered);
}
