import { loadBeaconCheck, RecordChecker } from '@drawbridge/contract/fair-draw/check/check';
import { mismatchesIn } from '@drawbridge/contract/fair-draw/check/comparison';
import {
  type ProofRecord,
  readRecordLists,
  withLists,
} from '@drawbridge/contract/fair-draw/check/proof';
import type { RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import sql, { raw } from 'sql-template-tag';
import { type Database, type Db, onConnection } from '../../db/client.ts';
import { listDraws, streamRecord } from '../../raffle/draws/store.ts';
import { listTables, quoted } from './tables.ts';

interface Integrity {
  /** One line for each kind of check. */
  checked: string[];
  /** One line for each problem. */
  problems: string[];
}

/**
 * Checks a database by reading all of it in one snapshot: rules, references, unique values, the counts of leads, and
 * the chains of draws.
 */
export async function checkIntegrity(database: Database): Promise<Integrity> {
  return database.withConnection(async (connection) => {
    await connection.query('begin isolation level repeatable read read only');
    const integrity = await check(onConnection(connection));
    await connection.query('commit');
    return integrity;
  });
}

async function check(db: Db): Promise<Integrity> {
  const problems: string[] = [];
  const tables = await listTables(db);
  const rows = await countRows(
    db,
    tables.map(({ name }) => name),
  );
  const rules = await checkRules(db, problems);
  await checkLeadCounts(db, problems);
  const { events, draws } = await checkDraws(db, problems);
  const checked = [
    `${rows} rows in ${tables.length} tables`,
    `${rules} rules, references and unique keys`,
    `${draws} draws, voids and forfeits of ${events} events`,
  ];
  return { checked, problems };
}

async function countRows(db: Db, tables: string[]): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const { count } = await db.queryOne<{ count: string }>(
      sql`select count(*) from ${raw(quoted(table))}`,
    );
    total += Number(count);
  }
  return total;
}

/** The name of a rule, and a statement that counts the rows that break it. */
interface Rule {
  name: string;
  statement: string;
}

/** Checks rules that PostgreSQL enforces for every change. A damaged disk or a careless repair may still break them. */
async function checkRules(db: Db, problems: string[]): Promise<number> {
  const rules = await db.query<Rule>(sql`
    with c as (
      select k.*, k.conrelid::regclass::text as "table", k.confrelid::regclass::text as other,
             pg_get_constraintdef(k.oid) as definition,
             (select array_agg(format('%I', attname) order by place)
              from unnest(k.conkey) with ordinality x (number, place)
              join pg_attribute a on a.attrelid = k.conrelid and a.attnum = number) as columns,
             (select array_agg(format('%I', attname) order by place)
              from unnest(k.confkey) with ordinality x (number, place)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = number) as other_columns
      from pg_constraint k where k.connamespace = current_schema()::regnamespace
    )
    select conname as name, case contype
      when 'c' then format('select count(*) from %s where not %s', "table",
                           substring(definition from '^CHECK (.*)$'))
      when 'f' then format(
        'select count(*) from %s a where (a.%s) is not null
           and not exists (select from %s b where (%s) = (%s))', "table",
        array_to_string(columns, ') is not null and (a.'), other,
        'b.' || array_to_string(other_columns, ', b.'), 'a.' || array_to_string(columns, ', a.'))
      else format('select count(*) from (select from %s where (%s) is not null
                     group by %s having count(*) > 1) twice', "table",
                  array_to_string(columns, ') is not null and ('), array_to_string(columns, ', '))
    end as statement
    from c where contype in ('c', 'f', 'p', 'u') order by conname`);
  for (const { name, statement } of rules) {
    const { count } = await db.queryOne<{ count: string }>(sql`${raw(statement)}`);
    if (count !== '0') problems.push(`${count} rows break the rule ${name}`);
  }
  return rules.length;
}

async function checkLeadCounts(db: Db, problems: string[]): Promise<void> {
  const { wrong } = await db.queryOne<{ wrong: number }>(
    sql`select count(*)::int as wrong from wrong_lead_counts`,
  );
  if (wrong > 0) problems.push(`${wrong} counts of leads are wrong`);
}

async function checkDraws(db: Db, problems: string[]): Promise<{ events: number; draws: number }> {
  const events = await db.query<{ id: string; name: string }>(sql`
    select id, name from events e
    where exists (select from records where event_id = e.id) order by created_at`);
  let draws = 0;
  for (const { id, name } of events) {
    const list = await listDraws(db, id);
    // The event may have been deleted meanwhile.
    if (!list) continue;
    const checker = new RecordChecker(list, await loadBeaconCheck(list.draws));
    for (const record of list.draws) {
      const complete = record.kind === 'forfeit' ? record : await readRecord(db, id, record);
      for (const { field, what } of mismatchesIn(checker.check(complete))) {
        problems.push(`Draw ${record.number} of ${name}: not true that ${what} (${field})`);
      }
      draws += 1;
    }
    for (const { what } of mismatchesIn(checker.checkList(list))) {
      problems.push(`Draws of ${name}: not true that ${what}`);
    }
  }
  return { events: events.length, draws };
}

async function readRecord(db: Db, eventId: string, record: RaffleRecord): Promise<ProofRecord> {
  let text = '';
  for await (const piece of streamRecord(db, eventId, record)) text += piece;
  const read = readRecordLists(text);
  if ('problem' in read) throw new Error(`Draw ${record.number} is not readable: ${read.problem}`);
  return withLists(record, read.data);
}
