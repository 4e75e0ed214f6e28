import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { type Database, type Db, onConnection } from '../db/client.ts';
import { createSchema } from '../db/migrate.ts';
import { UnusableBackup } from '../failure.ts';
import { DamagedBackup, damagedAt, damagedHeader, type Frame, FrameReader } from './frames.ts';
import { countLines, type SnapshotCounts } from './snapshot.ts';
import { type Columns, copyTarget, listTables, quoted } from './tables.ts';

const headerSchema = z.object({
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
});
const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });
const countedSchema = z.object({ rows: z.number(), sha256: z.string() });
const sequencesSchema = z.array(z.object({ name: z.string(), value: z.string() }));
const endSchema = z.object({ tables: z.number(), rows: z.number() });

/**
 * Loads a backup into an empty database, in one transaction: either everything is there, or the database
 * is as empty as before. The schema is that of the backup; migrating it upward comes afterwards.
 */
export async function restoreSnapshot(
  db: Database,
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): Promise<SnapshotCounts> {
  const reader = await FrameReader.open(chunks, passphrase);
  const header = headerSchema.safeParse(reader.header);
  if (!header.success) throw damagedHeader();
  const { migrations } = header.data;
  return db.withConnection(async (connection) => {
    await connection.query('begin');
    try {
      await createSchema(connection, migrations, () => requireEmpty(onConnection(connection)));
      const counts = await loadFrames(connection, reader);
      await connection.query('commit');
      return counts;
    } catch (error) {
      // A lost connection has ended the transaction already.
      await connection.query('rollback').catch(() => {});
      throw error;
    }
  });
}

async function requireEmpty(db: Db): Promise<void> {
  const [found] = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by relname limit 1`);
  if (found) {
    throw new UnusableBackup(
      `The database is not empty (it has a table ${found.name}): restore into a new one (DATA_DIR=./restored, or another DATABASE_URL)`,
    );
  }
}

async function loadFrames(connection: pg.ClientBase, reader: FrameReader): Promise<SnapshotCounts> {
  const db = onConnection(connection);
  const lasting = (await listTables(db)).filter((table) => table.lasting);
  const missing = new Map(lasting.map((table) => [table.name, table]));
  const frames = reader.frames();
  let rows = 0;
  let tables = 0;
  for (;;) {
    const frame = await nextFrame(frames);
    if (frame.kind === 'sequences') {
      for (const { name, value } of parse(sequencesSchema, frame)) {
        await db.query(sql`select setval(${quoted(name)}::regclass, ${value}::bigint)`);
      }
    } else if (frame.kind === 'end') {
      const end = parse(endSchema, frame);
      if (end.tables !== tables || end.rows !== rows || missing.size > 0) {
        throw damagedAt(frame.offset, 'tables or rows are missing');
      }
      // Makes sure that nothing follows.
      await frames.next();
      return { tables, rows };
    } else {
      const table = parse(tableSchema, frame, 'table');
      if (!sameColumns(missing.get(table.name), table)) {
        throw damagedAt(frame.offset, `the table ${table.name} has other columns`);
      }
      rows += await loadTable(connection, table, frames);
      missing.delete(table.name);
      tables += 1;
    }
  }
}

function sameColumns(ours: Columns | undefined, theirs: Columns): boolean {
  return ours !== undefined && ours.columns.join() === theirs.columns.join();
}

/** Triggers that react to changes stay off: what they wrote is in the backup too. References are checked. */
async function loadTable(
  connection: pg.ClientBase,
  table: Columns,
  frames: AsyncGenerator<Frame>,
): Promise<number> {
  await connection.query(`alter table ${quoted(table.name)} disable trigger user`);
  const stream = connection.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  const failed = once(stream, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => {});
  const hash = createHash('sha256');
  let rows = 0;
  try {
    for (;;) {
      const frame = await nextFrame(frames);
      if (frame.kind === 'counted') {
        const counted = parse(countedSchema, frame);
        if (counted.rows !== rows || counted.sha256 !== hash.digest('hex')) {
          throw damagedAt(frame.offset, 'rows are missing');
        }
        break;
      }
      if (frame.kind !== 'rows') throw damagedAt(frame.offset, 'rows were expected here');
      hash.update(frame.body);
      rows += countLines(frame.body);
      if (!stream.write(frame.body)) await Promise.race([once(stream, 'drain'), failed]);
    }
  } catch (error) {
    stream.destroy(error as Error);
    throw error instanceof DamagedBackup ? error.inTable(table.name) : error;
  }
  stream.end();
  await Promise.race([once(stream, 'finish'), failed]);
  await connection.query(`alter table ${quoted(table.name)} enable trigger user`);
  return rows;
}

async function nextFrame(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next();
  if (done) throw new UnusableBackup('The backup ends too early');
  return value;
}

function parse<T>(schema: z.ZodType<T>, { kind, body, offset }: Frame, wanted = kind): T {
  if (kind !== wanted) throw damagedAt(offset, `a ${wanted} was expected here`);
  const parsed = schema.safeParse(JSON.parse(body.toString()));
  if (!parsed.success) throw damagedAt(offset, 'its contents are not readable');
  return parsed.data;
}
