import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import sql, { raw } from 'sql-template-tag';
import { type Database, type Db, onConnection } from '../../db/client.ts';
import { isDatabaseUnavailable, UnusableBackup } from '../../db/errors.ts';
import { createSchema } from '../../db/migrate.ts';
import { succeed } from '../../errors.ts';
import { findSealed, withEventLock } from '../../raffle/draws/chain-store.ts';
import { voidLocked } from '../../raffle/draws/void-store.ts';
import { closeRollCall } from '../../raffle/roll-calls/roll-call-store.ts';
import { appendRestoreRecord } from '../../raffle/rosters/roster-store.ts';
import { damaged, type OpenBackup, openBackup, type TablePart } from './archive.ts';
import { countsOf, measure, type SnapshotCounts } from './snapshot.ts';
import { copyTarget, listTables, quoted } from './tables.ts';

/** The reason in the record of a restored event. */
const RESTORED = 'Restored from a backup';

/**
 * Loads a backup into an empty database, in one transaction: either everything is restored, or the database stays
 * empty. Checksums are compared within that transaction, because a pipe can be read only once.
 */
export async function restoreSnapshot(
  db: Database,
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): Promise<SnapshotCounts> {
  const backup = await openBackup(chunks, passphrase);
  return db.withConnection(async (connection) => {
    await connection.query('begin');
    try {
      const { migrations, version } = backup.manifest;
      const isOurs = await createSchema(connection, migrations, () =>
        requireEmpty(onConnection(connection)),
      );
      if (!isOurs) {
        throw new UnusableBackup(
          `The backup was made by Drawbridge ${version} with another schema: restore it with that version`,
        );
      }
      await load(connection, backup);
      await revokeAccess(onConnection(connection));
      await recordRestoreInChains(onConnection(connection));
      await connection.query('commit');
      return countsOf(backup.manifest);
    } catch (error) {
      // A lost connection has already ended the transaction.
      await connection.query('rollback').catch(() => {});
      throw error;
    }
  });
}

/**
 * Revokes access that may have ended since the backup. Tokens and webhooks wait for an administrator's confirmation,
 * and sponsor links must be created again.
 */
async function revokeAccess(db: Db): Promise<void> {
  await db.execute(sql`update sessions set confirmed = false`);
  await db.execute(sql`
    update sponsor_pages set link_hash = null, link_created_at = null, password_hash = null
    where link_hash is not null`);
  await db.execute(sql`
    update webhooks set disabled_at = now(), disabled_because = 'person' where disabled_at is null`);
}

/**
 * Seeds that were published after the backup must not be used again, so every event gets a new secret and a record of
 * the restore. Sealed draws that wait for a phrase are voided, because they may have been drawn after the backup. Draws
 * that wait for a beacon keep their stored seed, so their result is the same.
 */
async function recordRestoreInChains(db: Db): Promise<void> {
  const events = await db.query<{ id: string }>(sql`
    select id from events order by id`);
  for (const { id } of events) {
    const appended = await withEventLock(db, id, async (tx, chain) => {
      const sealed = await findSealed(tx, id);
      if (sealed && sealed.source !== 'beacon') await voidLocked(tx, chain, RESTORED);
      await closeRollCall(tx, id);
      const secret = randomBytes(32);
      await tx.execute(sql`
        update events set draw_secret = ${secret}, restored_because = ${RESTORED} where id = ${id}`);
      await appendRestoreRecord(tx, { ...chain, secret });
      return succeed(id);
    });
    if (!appended.ok) throw new Error('An event vanished while it was restored');
  }
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

async function load(connection: pg.ClientBase, backup: OpenBackup): Promise<void> {
  const db = onConnection(connection);
  const { tables, sequences } = backup.manifest;
  const ours = (await listTables(db)).filter(({ lasting }) => lasting);
  const describe = (all: { name: string; columns: string[] }[]) => all.map(copyTarget).join();
  if (describe(ours) !== describe(tables)) throw damaged('it has other tables or columns');
  const buildIndexes = await dropIndexes(db);
  for (const table of tables) await loadTable(connection, table, await backup.next(table));
  await backup.end();
  await buildIndexes();
  for (const { name, value } of sequences) {
    await db.query(sql`select setval(${quoted(name)}::regclass, ${value}::bigint)`);
  }
}

interface Part {
  table: string;
  drop: string;
  build: string;
}

/**
 * Drops indexes and keys, and returns a function that builds them again. Building an index over all rows, and comparing
 * all rows with another table, takes a fraction of the time of doing it for one row after the other.
 */
async function dropIndexes(db: Db): Promise<() => Promise<void>> {
  const parts = await db.query<Part>(sql`
    select part.table, part.drop, part.build from (
      select c.oid::regclass::text as table, 'drop index ' || i.indexrelid::regclass as drop,
             pg_get_indexdef(i.indexrelid) as build, 0 as kind
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      union all
      select conrelid::regclass::text, format('alter table %s drop constraint %I', conrelid::regclass, conname),
             format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
             case contype when 'f' then 2 else 1 end
      from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'f')
    ) part
    -- A foreign key depends on the index of the key that it refers to.
    order by kind, part.build`);
  for (const { drop } of parts.toReversed()) await db.execute(raw(drop));
  return async () => {
    await db.execute(sql`set local maintenance_work_mem = '256MB'`);
    for (const { table, build } of parts) {
      await db.execute(raw(build)).catch((error) => {
        throw asDamage(error, table);
      });
    }
  };
}

/** What the database refuses is the backup's fault, unless the database is not there. */
function asDamage(error: unknown, table: string): unknown {
  const isContent = error instanceof pg.DatabaseError && !isDatabaseUnavailable(error);
  return isContent ? damaged(error.message, table) : error;
}

/**
 * Loads the rows of a table. Triggers on changes are off, because their results are in the backup as well.
 */
async function loadTable(
  connection: pg.ClientBase,
  table: TablePart,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  await connection.query(`alter table ${quoted(table.name)} disable trigger user`);
  const stream = connection.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  let refusal: Error | undefined;
  stream.once('error', (error) => {
    refusal = error;
  });
  try {
    const read = await measure(content, async (piece) => {
      if (refusal) throw refusal;
      if (!stream.write(piece)) await once(stream, 'drain');
    });
    if (read.rows !== table.rows || read.sha256 !== table.sha256) {
      throw damaged('the checksum does not match', table.name);
    }
    if (refusal) throw refusal;
    stream.end();
    await once(stream, 'finish');
  } catch (error) {
    // PostgreSQL has already ended a copy that it refused.
    if (!refusal) stream.destroy(error as Error);
    throw asDamage(error, table.name);
  }
  await connection.query(`alter table ${quoted(table.name)} enable trigger user`);
}
