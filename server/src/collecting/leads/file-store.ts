import type { Readable } from 'node:stream';
import { listedFields } from '@drawbridge/contract/collecting/contact';
import type { LeadFileInput } from '@drawbridge/contract/collecting/lead-lists';
import sql, { empty, type Sql } from 'sql-template-tag';
import { inEvents } from '../../core/access.ts';
import type { Cell } from '../../core/files/table-file.ts';
import type { Database, Db } from '../../db/client.ts';
import { type RowWriter, streamJsonArray, streamRows } from '../../db/reads/json-array.ts';
import { columnNames, contactColumnsSql } from './contact-columns.ts';
import { filterConditions, imported, inScope, type SearchScope } from './filters.ts';
import { type LeadFile, toFileRow } from './lead-files.ts';
import { orderOf, selectLeads } from './store.ts';

/** Whether a person can have several chances in one of the events. */
export async function allowsChances(db: Db, { eventId, only }: SearchScope): Promise<boolean> {
  const { allowed } = await db.queryOne<{ allowed: boolean }>(sql`
    select exists (
      select from events where max_chances > 1 and ${inEvents(only, sql`id`)}
        ${eventId ? sql`and id = ${eventId}` : empty}) as allowed`);
  return allowed;
}

/** Streams the columns of the CSV file as JSON. */
export function streamExport(db: Database, readerId: string, searched: SearchScope): Readable {
  const rows = sql`
    select row_to_json(lead)
    from (
      select ${contactColumnsSql('leads')}, status, source, ${imported} as imported, submitted_at as "submittedAt"
      from leads where ${inScope(searched)}
      order by submitted_at desc, id desc
    ) lead`;
  return streamJsonArray(db, readerId, rows);
}

/** Streams the matching leads as a file, formatted by `writer`. */
export async function streamLeadFile(
  db: Database,
  readerId: string,
  selection: LeadFileInput & SearchScope,
  { writer, rowOf }: { writer: RowWriter<Cell>; rowOf: LeadFile['rowOf'] },
): Promise<Readable> {
  return streamRows(db, readerId, await selectLeadFile(db, selection), {
    add: (leads) => writer.add(leads.map((cells) => toFileRow(cells, rowOf))),
    end: () => writer.end(),
  });
}

/** Selects the cells of the matching leads for `toFileRow`. */
export async function selectLeadFile(
  db: Db,
  { sort = 'newest', details, ...filters }: Omit<LeadFileInput, 'format'> & SearchScope,
): Promise<Sql> {
  const more = sql`,
    (select e.name from events e where e.id = event_id),
    (select coalesce(t.translations->language->>'note', t.note) from consent_texts t
     where t.id = consent_id), consent_id,
    case marketing when true then 'yes' when false then 'no' end, chances`;
  return sql`
    select ${columnNames(listedFields)}, status, case when ${imported} then 'import' else source end,
           (extract(epoch from submitted_at) * 1000)::bigint ${details ? more : empty}, event_id, answers, phone_key
    from (${selectLeads(await filterConditions(db, filters))}) l order by ${orderOf(sort)}`;
}
