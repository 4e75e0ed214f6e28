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
import { byEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
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

/** Rows written by one statement; the progress is told after each. */
const BATCH = 2000;

/** Commits take long, and one after the other they leave room for the transactions of everybody else. */
export const commits = new Semaphore(1);

/** Starts an import, or returns the one with this id. The user's other unfinished import is abandoned. */
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
    // Somebody else has started an import with this id, or this user another one, at the same time.
    return (await findStarted(tx, userId, { id, eventId })) ?? fail('import-not-found');
  });
}

/** The import with this id, if it is of this user and event. */
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

/** By which rules an import's rows are read. */
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

/** Keeps rows until the import is committed. None of them is kept if one is refused. */
export async function addImportRows(
  db: Db,
  { id: userId, scopes }: Pick<CurrentUser, 'id' | 'scopes'>,
  id: string,
  rows: readonly ImportRow[],
): Promise<Outcome<{ rows: number }>> {
  const found = await findRules(db, userId, id);
  if (!found) return fail('import-not-found');
  if (found.finished) return fail('import-finished');
  const byNumber = new Map<number, Record<keyof typeof rowColumns, unknown>>();
  let wrong: Failure | undefined;
  for (const [index, { row, chances = 1, ...lead }] of rows.entries()) {
    const person = readPerson(lead, found, 'import', scopes !== null);
    if (person.problem) wrong = addProblems(wrong, person.problem, { index, row });
    const print = fingerprint(found.eventId, person);
    const kept = { number: row, ...person.columns, chances, fingerprint: print };
    byNumber.set(row, kept);
  }
  if (wrong) return wrong;
  // A commit under way has the lock to itself, so it contains either all of these rows or none is accepted.
  const kept = await db.execute(sql`
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
  if (kept > 0) return succeed({ rows: kept });
  const state = await findImport(db, userId, id);
  if (!state) return fail('import-not-found');
  return fail(state.result ? 'import-finished' : 'import-committing');
}

/** The problems of a row after those of the rows before it, each with the row that it is in. */
function addProblems(
  before: Failure | undefined,
  { problem, details: { fields = [] } = {} }: Failure,
  place: { index: number; row: number },
): Failure {
  const named = fields.map((each) => withRowNumber(place, each));
  if (before) {
    return fail(before.problem, {
      ...before.details,
      fields: [...(before.details?.fields ?? []), ...named],
    });
  }
  return { ...failFields(named), problem };
}

/** The advisory lock of an import: shared by rows that arrive, and taken alone by the commit. */
const lockOf = (id: string) => sql`hashtextextended(${id}::uuid::text, 0)`;

/** The rows whose contact the event already has, or an earlier row has. */
export async function findDuplicates(
  db: Db,
  { id, eventId }: Pick<ImportState, 'id' | 'eventId'>,
): Promise<ImportDuplicates> {
  // 'is not distinct from' cannot use an index, so that the contact's is taken and not the event's.
  const inEvent = (contact: Sql) => sql`
    (select true from leads l where ${contact} and l.event_id is not distinct from ${eventId}::uuid limit 1)`;
  const rows = await db.query<{ number: number; inEvent: boolean }>(
    sql`
      select number, in_event from (
        select r.number,
          coalesce(${inEvent(sql`l.phone_key = r.phone_key`)}, ${inEvent(sql`l.email = r.email`)}, false) as in_event,
          row_number() over (partition by r.phone_key order by r.number) > 1
            or (r.email is not null
                and row_number() over (partition by r.email order by r.number) > 1) as in_file
        from import_rows r where r.import_id = ${id}
      ) found
      where in_event or in_file order by number`,
    { replan: true },
  );
  const numbersOf = (inEvent: boolean) =>
    rows.flatMap((row) => (row.inEvent === inEvent ? [row.number] : []));
  return { event: numbersOf(true), file: numbersOf(false) };
}

interface Commit extends Omit<ImportCommit, 'withErrors'> {
  id: string;
  importer: Importer;
  /** Called with the number of rows written; resolves to false if the import was abandoned. */
  onWritten: (rows: number) => Promise<boolean>;
}

/**
 * Makes all rows leads of the event, in the transaction `tx`. A repeated commit gets the result of the first
 * one. While it writes, it holds no lock that submissions, draws or the cancellation would wait for.
 */
export async function commitImport(
  tx: Db,
  { id, importer, rows: expected, duplicates, onWritten }: Commit,
): Promise<Outcome<{ eventId: string; result: ImportResult; repeated: boolean }>> {
  await allowLongStatements(tx);
  // Waits for rows that are being kept, and for a commit that another server has begun.
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(id)})`);
  const state = await findImport(tx, importer.id, id);
  if (!state) return fail('import-not-found');
  const { eventId } = state;
  if (state.result) return succeed({ eventId, result: state.result, repeated: true });
  if (state.rows !== expected) return fail('import-incomplete');
  // Locked like for a submission: the event stays and keeps its country.
  const [event] = await tx.query<{ sameCountry: boolean }>(sql`
    select coalesce(e.country, 'GB') = i.country as same_country
    from events e join imports i on i.event_id = e.id where i.id = ${id} for key share of e`);
  if (!event) return fail('import-not-found');
  if (!event.sameCountry) return fail('import-outdated');

  const found = duplicates === 'leave-out' ? await findDuplicates(tx, state) : undefined;
  const leftOut = found ?? { event: [], file: [] };
  const imported = await writeRows(tx, state, importer, leftOut, onWritten);
  if (imported === undefined) return fail('import-not-found');
  const result = { imported, leftOut };
  const left = await tx.execute(sql`delete from import_rows where import_id = ${id}`);
  // Whoever cancels at the same time is either first, and nothing is written, or learns that it was too late.
  const finished = await tx.execute(sql`
    update imports set result = ${JSON.stringify(result)}, touched_at = now() where id = ${id}`);
  if (finished === 0) return fail('import-not-found');
  // Somebody in it was erased in the meantime, and must not come back as a lead.
  if (left !== expected) return fail('import-incomplete');
  // As every change of leads, and last: the next draw has all of these leads or none, and waits only for the commit.
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
  // All leads have the same time, so their ids are in the order of the file: the list and the marks of
  // duplicates go by them.
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
        queued as (${queueWebhooks('lead.created', byEvent)})
        select count(*)::int as leads from changed`,
      { replan: true },
    );
    imported += added?.leads ?? 0;
    if (to < last && !(await onWritten(imported))) return undefined;
  }
  return imported;
}

/** Notes the progress outside the commit's transaction. False if the import was abandoned. */
export async function saveProgress(db: Db, id: string, written: number): Promise<boolean> {
  return (await db.execute(sql`update imports set written = ${written} where id = ${id}`)) > 0;
}

/** Forgets an import that is not finished, with all its rows. */
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

/** Forgets imports that nobody has touched for a day, because their rows are contact data. */
export async function deleteExpiredImports(db: Db): Promise<void> {
  await db.execute(sql`delete from imports where touched_at < now() - interval '1 day'`);
}
