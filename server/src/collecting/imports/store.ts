import { randomUUID } from 'node:crypto';
import {
  type ImportCommit,
  type ImportDuplicates,
  type ImportInput,
  type ImportResult,
  type ImportRow,
  type ImportState,
  importState,
} from '@drawbridge/contract/collecting/imports';
import sql, { type Sql } from 'sql-template-tag';
import { idsByEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import { allowLongStatements, type Database, type Db } from '../../db/client.ts';
import { Semaphore } from '../../db/reads/semaphore.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Failure, fail, failFields, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { columnNames, personColumns, rowsFromJson } from '../leads/contact-columns.ts';
import { type EventRules, fingerprint, readPerson } from '../leads/rules.ts';
import { withRowNumber } from '../submission/entry-problems.ts';

interface Importer {
  id: string;
  name: string;
}

interface Started {
  state: ImportState;
  created: boolean;
}

/** The number of rows that one statement writes. The progress is reported after each statement. */
const BATCH = 2000;

/** Runs one commit at a time. Commits take long, and several at once would leave no room for other transactions. */
export const commits = new Semaphore(1);

/** Starts an import, or returns the existing one with this id. Deletes the user's other unfinished import. */
export async function startImport(
  db: Database,
  userId: string,
  { id, eventId }: ImportInput,
): Promise<Outcome<Started>> {
  return inTransaction(db, async (tx) => {
    const [event] = await tx.query<{ country: string }>(sql`
      select coalesce(country, 'GB') as country from events where id = ${eventId} for key share`);
    if (!event) return fail('event-not-found');
    const before = await findStarted(tx, userId, { id, eventId });
    if (before) return before;
    await tx.execute(sql`delete from imports where user_id = ${userId} and result is null`);
    const created = await tx.execute(sql`
      insert into imports (id, event_id, user_id, country)
      values (${id}, ${eventId}, ${userId}, ${event.country}) on conflict do nothing`);
    if (created > 0)
      return succeed({ state: { id, eventId, rows: 0, written: 0, result: null }, created: true });
    // A concurrent request has started an import with this id, or another import of this user.
    return (await findStarted(tx, userId, { id, eventId })) ?? fail('import-not-found');
  });
}

/** Returns the import with this id if it belongs to this user and event. */
async function findStarted(
  tx: Db,
  userId: string,
  { id, eventId }: ImportInput,
): Promise<Outcome<Started> | undefined> {
  const state = await findImport(tx, userId, id);
  if (state?.eventId === eventId) return succeed({ state, created: false });
  const [used] = await tx.query(sql`select from imports where id = ${id}`);
  return used ? fail('import-id-reused') : undefined;
}

export async function findImport(
  db: Db,
  userId: string,
  id: string,
): Promise<ImportState | undefined> {
  const [state] = await db.query(
    sql`
    select id, event_id, written, result,
           (select count(*)::int from import_rows where import_id = imports.id) as rows
    from imports where id = ${id} and user_id = ${userId}`,
    { row: importState },
  );
  return state;
}

const contactNames = columnNames(Object.keys(personColumns));
const excludedContact = columnNames(Object.keys(personColumns), 'excluded');
const rowColumns = { number: 'int', ...personColumns, chances: 'int', fingerprint: 'text' };

/** The rules for reading an import's rows: the import's country and the event's questions. */
export async function findRules(
  db: Db,
  userId: string,
  id: string,
): Promise<(EventRules & { eventId: string; finished: boolean }) | undefined> {
  const [found] = await db.query<EventRules & { eventId: string; finished: boolean }>(sql`
    select i.event_id, i.country, i.result is not null as finished, e.questions, e.questions_version
    from imports i join events e on e.id = i.event_id
    where i.id = ${id} and i.user_id = ${userId}`);
  return found;
}

/** Stores rows until the import is committed. If one row is rejected, none is stored. */
export async function addImportRows(
  db: Db,
  { id: userId, scopes }: Pick<CurrentUser, 'id' | 'scopes'>,
  id: string,
  rows: readonly ImportRow[],
): Promise<Outcome<{ rows: number }>> {
  const eventRules = await findRules(db, userId, id);
  if (!eventRules) return fail('import-not-found');
  if (eventRules.finished) return fail('import-finished');
  const byNumber = new Map<number, Record<keyof typeof rowColumns, unknown>>();
  let wrong: Failure | undefined;
  for (const [index, { row, chances = 1, ...lead }] of rows.entries()) {
    const person = readPerson(lead, eventRules, 'import', scopes !== null);
    if (person.problem) wrong = addProblems(wrong, person.problem, { index, row });
    const print = fingerprint(eventRules.eventId, person);
    const staged = { number: row, ...person.columns, chances, fingerprint: print };
    byNumber.set(row, staged);
  }
  if (wrong) return wrong;
  // The commit holds this lock exclusively: it either contains all of these rows, or they are rejected.
  const stagedCount = await db.execute(sql`
    with touched as (
      update imports set touched_at = now()
      where id = ${id} and result is null and pg_try_advisory_xact_lock_shared(${lockOf(id)})
      returning id
    )
    insert into import_rows (import_id, number, ${contactNames}, chances, fingerprint)
    select touched.id, number, ${contactNames}, chances, decode(fingerprint, 'hex')
    from touched, ${rowsFromJson('incoming', rowColumns, [...byNumber.values()])}
    on conflict (import_id, number) do update set
      (${contactNames}, chances, fingerprint) = (${excludedContact}, excluded.chances, excluded.fingerprint)`);
  if (stagedCount > 0) return succeed({ rows: stagedCount });
  const state = await findImport(db, userId, id);
  if (!state) return fail('import-not-found');
  return fail(state.result ? 'import-finished' : 'import-committing');
}

/** Appends the problems of a row to those of earlier rows, each with its row number. */
function addProblems(
  before: Failure | undefined,
  { problem, details: { fields = [] } = {} }: Failure,
  position: { index: number; row: number },
): Failure {
  const named = fields.map((each) => withRowNumber(position, each));
  if (before) {
    return fail(before.problem, {
      ...before.details,
      fields: [...(before.details?.fields ?? []), ...named],
    });
  }
  return { ...failFields(named), problem };
}

/** The advisory lock of an import: shared while rows are added, exclusive for the commit. */
const lockOf = (id: string) => sql`hashtextextended(${id}::uuid::text, 0)`;

/** The numbers of the rows whose contact is already in the event or in an earlier row. */
export async function findDuplicates(
  db: Db,
  { id, eventId }: Pick<ImportState, 'id' | 'eventId'>,
): Promise<ImportDuplicates> {
  // 'is not distinct from' cannot use an index, so the planner uses the index on the contact instead of the
  // event's.
  const isInEvent = (contact: Sql) => sql`
    (select true from leads l where ${contact} and l.event_id is not distinct from ${eventId}::uuid limit 1)`;
  const rows = await db.query<{ number: number; inEvent: boolean }>(
    sql`
      select number, in_event from (
        select r.number,
          coalesce(${isInEvent(sql`l.phone_key = r.phone_key`)}, ${isInEvent(sql`l.email = r.email`)}, false) as in_event,
          row_number() over (partition by r.phone_key order by r.number) > 1
            or (r.email is not null
                and row_number() over (partition by r.email order by r.number) > 1) as in_file
        from import_rows r where r.import_id = ${id}
      ) found
      where in_event or in_file order by number`,
    { replan: true },
  );
  const numbersOf = (isInEvent: boolean) =>
    rows.flatMap((row) => (row.inEvent === isInEvent ? [row.number] : []));
  return { event: numbersOf(true), file: numbersOf(false) };
}

interface Commit extends Omit<ImportCommit, 'withErrors'> {
  id: string;
  importer: Importer;
  /** Called with the number of rows written; resolves to false if the import was abandoned. */
  onWritten: (rows: number) => Promise<boolean>;
}

/**
 * Creates leads of the event from all rows, in the transaction `tx`. A repeated commit gets the result of the first
 * one. While it writes, it holds no lock that blocks submissions, draws or the cancellation.
 */
export async function commitImport(
  tx: Db,
  { id, importer, rows: expected, duplicates, onWritten }: Commit,
): Promise<Outcome<{ eventId: string; result: ImportResult; repeated: boolean }>> {
  await allowLongStatements(tx);
  // Waits for requests that are adding rows, and for a commit on another server.
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(id)})`);
  const state = await findImport(tx, importer.id, id);
  if (!state) return fail('import-not-found');
  const { eventId } = state;
  if (state.result) return succeed({ eventId, result: state.result, repeated: true });
  if (state.rows !== expected) return fail('import-incomplete');
  // A key share lock, as for a submission: the event cannot be deleted and keeps its country.
  const [event] = await tx.query<{ sameCountry: boolean }>(sql`
    select coalesce(e.country, 'GB') = i.country as same_country
    from events e join imports i on i.event_id = e.id where i.id = ${id} for key share of e`);
  if (!event) return fail('import-not-found');
  if (!event.sameCountry) return fail('import-outdated');

  const repeated = duplicates === 'import' ? undefined : await findDuplicates(tx, state);
  const leftOut = repeated ?? { event: [], file: [] };
  const imported = await writeRows(tx, state, importer, leftOut, onWritten);
  if (imported === undefined) return fail('import-not-found');
  const chancesTaken = duplicates === 'take-chances' ? await takeChances(tx, state, leftOut) : 0;
  const result = { imported, leftOut, chancesTaken };
  const deleted = await tx.execute(sql`delete from import_rows where import_id = ${id}`);
  // A concurrent cancellation either wins, and nothing is written, or fails because the import is finished.
  const finished = await tx.execute(sql`
    update imports set result = ${JSON.stringify(result)}, touched_at = now() where id = ${id}`);
  if (finished === 0) return fail('import-not-found');
  // A person in the import was erased meanwhile and must not return as a lead.
  if (deleted !== expected) return fail('import-incomplete');
  // The shared lock that every change of leads takes. It comes last, so that a draw has to wait only for the
  // commit, and then contains either all of these leads or none.
  await tx.execute(sql`select from events where id = ${eventId} for share`);
  await tx.execute(
    queueWebhooks(
      'import.finished',
      sql`select event_id, array[id] as ids from imports where id = ${id}`,
    ),
  );
  return succeed({ eventId, result, repeated: false });
}

async function writeRows(
  tx: Db,
  { id, eventId }: ImportState,
  importer: Importer,
  leftOut: ImportDuplicates,
  onWritten: Commit['onWritten'],
): Promise<number | undefined> {
  const [{ last = 0 } = {}] = await tx.query<{ last: number }>(sql`
    select coalesce(max(number), 0) as last from import_rows where import_id = ${id}`);
  // All leads get the same timestamp, so their ids follow the order of the file: the list and the detection of
  // duplicates sort by id next.
  const idPrefix = randomUUID().slice(0, 24);
  const without = [...leftOut.event, ...leftOut.file];
  let imported = 0;
  for (let from = 1; from <= last; from += BATCH) {
    const to = from + BATCH - 1;
    const excluded = without.filter((number) => number >= from && number <= to);
    const [added] = await tx.query<{ leads: number }>(
      sql`
        with changed as (
          insert into leads (id, event_id, ${contactNames}, chances, source, submitted_by, submitter_name, fingerprint,
                             channel)
          select (${idPrefix} || lpad(to_hex(number), 12, '0'))::uuid, ${eventId}, ${contactNames}, chances,
                 'volunteer', ${importer.id}, ${importer.name}, fingerprint, 'import'
          from import_rows
          where import_id = ${id} and number between ${from} and ${to}
            and number <> all(${excluded}::int[])
          returning id, event_id
        ),
        queued as (${queueWebhooks('lead.created', idsByEvent)})
        select count(*)::int as leads from changed`,
      { replan: true },
    );
    imported += added?.leads ?? 0;
    if (to < last && !(await onWritten(imported))) return undefined;
  }
  return imported;
}

/**
 * Gives the event's leads the chances of the rows with their contact. Leads that have won or are in a sealed draw keep
 * theirs. It takes the event's lock, as every change of leads does.
 */
async function takeChances(
  tx: Db,
  { id, eventId }: ImportState,
  { event: rows }: ImportDuplicates,
): Promise<number> {
  await tx.execute(sql`select from events where id = ${eventId} for share`);
  const changed = await tx.query(
    sql`
      with row as materialized (
        select phone_key, email, chances from import_rows
        where import_id = ${id} and number = any(${rows}::int[])
      ),
      wanted as (
        select id, max(chances) as chances from (
          select l.id, r.chances from row r
          join leads l on l.phone_key = r.phone_key and l.event_id is not distinct from ${eventId}::uuid
          union all
          select l.id, r.chances from row r
          join leads l on l.email = r.email and l.event_id is not distinct from ${eventId}::uuid
        ) found group by id
      )
      update leads set chances = wanted.chances, status_change_id = null from wanted
      where leads.id = wanted.id and not won and leads.chances <> wanted.chances and not exists (
        select from records r
        where r.event_id = leads.event_id and kind = 'sealed' and is_in_roster(r.event_id, r.number, ticket))
      returning leads.id`,
    { replan: true },
  );
  return changed.length;
}

/** Saves the progress outside the commit's transaction. Returns false if the import was abandoned. */
export async function saveProgress(db: Db, id: string, written: number): Promise<boolean> {
  return (await db.execute(sql`update imports set written = ${written} where id = ${id}`)) > 0;
}

/** Deletes an unfinished import and its rows. */
export async function cancelImport(
  db: Db,
  userId: string,
  id: string,
): Promise<Outcome<{ id: string }>> {
  const cancelled = await db.execute(sql`
    delete from imports where id = ${id} and user_id = ${userId} and result is null`);
  if (cancelled > 0) return succeed({ id });
  return fail((await findImport(db, userId, id)) ? 'import-finished' : 'import-not-found');
}

/** Deletes imports that have not changed for a day, because their rows are contact data. */
export async function deleteExpiredImports(db: Db): Promise<void> {
  await db.execute(sql`delete from imports where touched_at < now() - interval '1 day'`);
}
