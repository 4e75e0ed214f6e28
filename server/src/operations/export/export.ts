import type pg from 'pg';
import Cursor from 'pg-cursor';
import sql, { type Sql } from 'sql-template-tag';
import { allowsChances, selectLeadFile } from '../../collecting/leads/file-store.ts';
import { fileForPeople, toFileRow } from '../../collecting/leads/lead-files.ts';
import { version } from '../../core/build.ts';
import { type Cell, createTableFile } from '../../core/files/table-file.ts';
import { type Database, type Db, onConnection } from '../../db/client.ts';
import type { RowWriter } from '../../db/reads/json-array.ts';
import { listQuestions } from '../../events/questions/store.ts';
import { listDraws, streamRecord } from '../../raffle/draws/store.ts';
import { listWinners } from '../../raffle/winners/store.ts';
import { winnerColumns, winnerRow } from '../../raffle/winners/winner-file.ts';
import { type ArchiveFile, packFiles } from '../backup/archive.ts';
import { inSnapshot, measure } from '../backup/snapshot.ts';
import { eventFiles, eventJson, eventTables, leftOut, pictures, tables } from './nouns.ts';

const ROWS_PER_PIECE = 200;
const asText = { getTypeParser: () => (text: string) => text };

interface ExportedEvent {
  id: string;
  name: string;
  date: string;
  shortCode: string;
  timeZone: string;
}

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * The bytes of an archive with everything that people entered or that happened, as CSV and JSON. It is made from one
 * snapshot in constant memory; for this, every file is made twice, because a tar archive has its size in front.
 */
export function exportEverything(db: Database): AsyncIterable<Uint8Array> {
  return inSnapshot(db, (connection) => packFiles(files(connection), new Date()));
}

async function* files(connection: pg.ClientBase): AsyncGenerator<ArchiveFile> {
  const db = onConnection(connection);
  await db.execute(sql`set local time zone 'UTC'`);
  const file = async (name: string, make: () => Pieces): Promise<ArchiveFile> => {
    const { bytes } = await measure(asBytes(make()));
    return { name, bytes, content: asBytes(make()) };
  };
  yield file('README.txt', async function* () {
    yield describeArchive();
  });
  for (const [name, { rows }] of Object.entries(tables)) {
    yield file(name, () => tableOf(connection, rows));
  }
  for (const event of await listEvents(db)) {
    const folder = `events/${folderOf(event)}`;
    yield file(`${folder}/event.json`, () => documentOf(db, event.id));
    yield file(`${folder}/leads.csv`, () => leadsOf(connection, event));
    yield file(`${folder}/winners.csv`, () => winnersOf(db, event));
    yield file(`${folder}/proof.json`, () => proofOf(db, event.id));
    for (const [name, { rows }] of Object.entries(eventTables)) {
      yield file(`${folder}/${name}`, () => tableOf(connection, rows(event.id)));
    }
  }
  for await (const [picture] of chunksOf(connection, pictures.rows, 1)) {
    const [path, content] = picture ?? [];
    const bytes = Buffer.from(content ?? '', 'base64');
    yield { name: (path ?? '').slice(1), bytes: bytes.length, content: asBytes([bytes]) };
  }
}

async function* asBytes(pieces: Pieces | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

function listEvents(db: Db): Promise<ExportedEvent[]> {
  return db.query(sql`
    select id, name, date::text as date, short_code, time_zone from events order by date, created_at, id`);
}

/** The name of an event's folder. The short code is different in every event. */
function folderOf({ date, name, shortCode }: ExportedEvent): string {
  const words = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${date} ${words.slice(0, 60)} ${shortCode}`;
}

/** The rows of a statement as text, in chunks that keep the memory constant. */
async function* chunksOf(
  connection: pg.ClientBase,
  { text, values }: Sql,
  size = ROWS_PER_PIECE,
): AsyncGenerator<(string | null)[][]> {
  const options = { rowMode: 'array' as const, types: asText as never };
  const cursor = connection.query(new Cursor<(string | null)[]>(text, values, options));
  for (;;) {
    const rows = await cursor.read(size);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function* tableOf(connection: pg.ClientBase, rows: Sql): Pieces {
  const { text, values } = sql`select * from (${rows}) t limit 0`;
  const { fields } = await connection.query(text, values);
  const columns = fields.map(({ name }) => name);
  yield* written(fileOf('UTC', columns), chunksOf(connection, rows));
}

async function* leadsOf(
  connection: pg.ClientBase,
  { id: eventId, timeZone }: ExportedEvent,
): Pieces {
  const db = onConnection(connection);
  const chances = await allowsChances(db, { eventId });
  const questions = await listQuestions(db, { eventId });
  const { columns, more, rowOf } = fileForPeople({ details: true, chances }, questions);
  const wanted = { eventId, sort: 'oldest', details: true, format: 'csv' } as const;
  const chunks = chunksOf(connection, await selectLeadFile(db, wanted));
  const rows = async function* () {
    for await (const chunk of chunks) yield chunk.map((cells) => toFileRow(cells, rowOf));
  };
  yield* written(fileOf(timeZone, columns, more), rows());
}

async function* winnersOf(db: Db, { id, timeZone }: ExportedEvent): Pieces {
  const rows = (await listWinners(db, id)).map(winnerRow);
  yield* written(fileOf(timeZone, winnerColumns), rows.length > 0 ? [rows] : []);
}

const fileOf = (timeZone: string, columns: readonly string[], more?: readonly string[]) =>
  createTableFile({ format: 'csv', timeZone, title: '', columns, ...(more && { more }) });

async function* written(
  file: RowWriter<Cell>,
  chunks: AsyncIterable<Cell[][]> | Iterable<Cell[][]>,
): Pieces {
  for await (const rows of chunks) yield file.add(rows);
  yield file.end();
  yield '\r\n';
}

async function* documentOf(db: Db, eventId: string): Pieces {
  const { jsonbPretty } = await db.queryOne<{ jsonbPretty: string }>(eventJson(eventId));
  yield `${jsonbPretty}\n`;
}

async function* proofOf(db: Db, eventId: string): Pieces {
  const { draws = [], ...list } = (await listDraws(db, eventId)) ?? {};
  yield `${JSON.stringify(list).slice(0, -1)},"draws":[`;
  for (const [at, record] of draws.entries()) {
    if (at > 0) yield ',';
    yield* streamRecord(db, eventId, record);
  }
  yield ']}\n';
}

function describeArchive(): string {
  const list = (nouns: Record<string, { about: string }>) =>
    Object.entries(nouns).map(([name, { about }]) => `  ${name.padEnd(18)} ${about}`);
  return [
    `Everything in this Drawbridge (${version}), exported ${new Date().toISOString()}.`,
    '',
    'CSV files are UTF-8 with a row of headings. An apostrophe before a sign such as = keeps spreadsheets from running',
    "the cell as a formula. Times in leads.csv and winners.csv are in the event's time zone, all others in UTC.",
    '',
    ...list(tables),
    '',
    "In 'events' every event has a folder, named by its date, name and short code:",
    '',
    ...list({ ...eventFiles, ...eventTables }),
    '',
    `In 'pictures': ${pictures.about}.`,
    '',
    `Left out: ${Object.keys(leftOut).join('; ')}.`,
    "This archive cannot be restored: a backup ('drawbridge backup') can.",
    '',
  ].join('\n');
}
