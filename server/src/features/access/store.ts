import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** The tables whose rows belong to an event, by the path under which the API has them. */
const tables = {
  leads: 'leads',
  prizes: 'prizes',
  sponsors: 'sponsors',
  imports: 'imports',
  'volunteer-assignments': 'volunteer_assignments',
} as const;

export type OfEvent = keyof typeof tables;
export const isOfEvent = (path: string): path is OfEvent => path in tables;

export async function findEventOf(db: Db, path: OfEvent, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ eventId: string }>(sql`
    select event_id from ${raw(tables[path])} where id = ${id}`);
  return row?.eventId;
}
