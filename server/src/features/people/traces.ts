import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { type Database, type Db, onConnection } from '../../db/client.ts';
import { hasSqlState } from '../../db/errors.ts';
import { inTurn } from '../../db/transaction.ts';
import { TracesRemain } from '../../failure.ts';
import { lastNight } from '../../process/nightly-schedule.ts';
import { type Actor, PRODUCT, recordAudit } from '../audit-log.ts';

/** Rewriting a table waits this long for statements that use it, while new ones queue up behind it. */
const LOCK_TIMEOUT_MS = 10_000;
const OLD_TRANSACTIONS_MS = 60_000;
const POLL_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';
/** Erasures up to this long after the night's work began belong to it, such as those of retention. */
const NIGHT_MS = 60 * 60_000;

/** The tables that contain contact data. */
const TABLES = [
  ...['leads', 'draws', 'import_rows', 'answered_requests', 'deliveries', 'mails'],
  'mail_addresses',
];

/** What could not be rewritten, because this database's account may not do so. */
type Removal = { left: string[] } | undefined;

export function describeRemoval(removal: Removal): string | undefined {
  if (!removal) return undefined;
  const left = removal.left.length > 0 ? `, except from ${removal.left.join(' and ')}` : '';
  return `Removed the traces of erased leads from the database's files${left}`;
}

/**
 * Removes the traces of erasures before this night. Later ones wait for the next night, because nobody can add a
 * lead while the table is rewritten.
 */
export async function removePendingTraces(db: Database, now: Date): Promise<Removal> {
  const before = new Date(lastNight(now).getTime() + NIGHT_MS);
  return removeTraces(db, before, PRODUCT);
}

/**
 * PostgreSQL keeps the bytes of deleted rows: in the pages of a table and its indexes until they are
 * reused, in the planner's statistics, and in the write-ahead log. This rewrites all three. Returns
 * undefined if nothing was erased before that time.
 */
export async function removeTraces(
  db: Database,
  before: Date,
  actor: Actor,
  { lockMs = LOCK_TIMEOUT_MS, transactionsMs = OLD_TRANSACTIONS_MS } = {},
): Promise<Removal> {
  return inTurn(db, 'traces', async (connection) => {
    try {
      const own = onConnection(connection);
      const pending = await own.query<{ id: string }>(sql`
        select id from erasures where traces_removed_at is null and at < ${before.toISOString()}`);
      if (pending.length === 0) return undefined;
      await connection.query(`set lock_timeout = ${lockMs}`);
      await olderTransactionsEnd(own, transactionsMs);
      const left = await rewriteFiles(connection);
      await own.execute(sql`
        update erasures set traces_removed_at = now()
        where id = any(${pending.map(({ id }) => id)}::uuid[])`);
      await recordAudit(own, actor, {
        kind: 'traces-removed',
        ...(left.length > 0 && { details: { left: left.join(', ') } }),
      });
      return { left };
    } catch (error) {
      if (!hasSqlState(error, LOCK_NOT_AVAILABLE)) throw error;
      throw new TracesRemain('something else is using the tables');
    }
  });
}

/** Returns what it may not rewrite. */
async function rewriteFiles(connection: pg.ClientBase): Promise<string[]> {
  const own = onConnection(connection);
  const { superuser } = await own.queryOne<{ superuser: boolean }>(sql`
    select current_setting('is_superuser') = 'on' as superuser`);
  if (superuser) {
    // Analysing an empty table would keep the old values.
    await own.execute(sql`
      delete from pg_statistic where starelid = any(${TABLES}::text[]::regclass[])`);
  }
  for (const table of TABLES) await rewriteTable(connection, table);
  if (!superuser) return ['statistics', 'the write-ahead log'];
  await connection.query('vacuum full pg_statistic');
  await overwriteLog(own);
  return [];
}

/** PostgreSQL only warns of a table that belongs to another account, and leaves it as it is. */
async function rewriteTable(connection: pg.ClientBase, table: string): Promise<void> {
  const readFile = () =>
    onConnection(connection).queryOne<{ file: string; owner: string }>(sql`
      select pg_relation_filepath(oid) as file, relowner::regrole::text as owner
      from pg_class where oid = ${table}::regclass`);
  const before = await readFile();
  await connection.query(`vacuum (full, analyze) ${table}`);
  if ((await readFile()).file !== before.file) return;
  throw new TracesRemain(
    `only ${before.owner}, who owns the table ${table}, may rewrite it`,
    'Use that account in DATABASE_URL',
  );
}

/**
 * What a transaction in progress can still see is not removed, so those that are open now have to end. Without
 * superuser rights, their ages are all that can be seen of transactions of other accounts.
 */
async function olderTransactionsEnd(db: Db, withinMs: number): Promise<void> {
  const { now } = await db.queryOne<{ now: string }>(sql`select pg_current_xact_id()::text as now`);
  const deadline = performance.now() + withinMs;
  for (;;) {
    const older = await db.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and age(backend_xmin) >= age(${now}::xid8::xid)`);
    if (older === 0) return;
    if (performance.now() > deadline) {
      throw new TracesRemain('a transaction, such as a slow download of leads, has not ended');
    }
    await pause(POLL_MS);
  }
}

/**
 * A checkpoint makes old files of the log superfluous, but keeps most of them under new names, to be
 * written again later. Changing to each of those files overwrites it with zeros.
 */
async function overwriteLog(db: Db): Promise<void> {
  await switchLogFile(db);
  await db.execute(sql`checkpoint`);
  const { files } = await db.queryOne<{ files: number }>(sql`
    select count(*)::int as files from pg_ls_waldir()
    where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`);
  for (let file = 0; file <= files; file += 1) await switchLogFile(db);
  await db.execute(sql`checkpoint`);
}

/** Without a record in the current file, PostgreSQL would stay there. */
async function switchLogFile(db: Db): Promise<void> {
  await db.execute(sql`select pg_logical_emit_message(false, 'drawbridge', '')`);
  await db.execute(sql`select pg_switch_wal()`);
}
