import { type Line, type Roster, rosterFrom } from '@drawbridge/contract/fair-draw/roster';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** Reads consecutive lines of a roster, as a roster of their own. */
export async function readRoster(
  db: Db,
  eventId: string,
  number: number,
  { first, count }: { first: number; count: number },
): Promise<Roster> {
  // A restored event may have nobody in its roster.
  if (count === 0) return rosterFrom({ tickets: [], nameHashes: [], chances: [] });
  const read = await db.queryOne<
    Record<'tickets' | 'ends' | 'nameHashes' | 'chances', Buffer> & {
      begins: number;
    }
  >(sql`
    select begins, substring(tickets from 32 * begins + 1 for 32 * (stops - begins)) as tickets,
           substring(line_ends from ${4 * first + 1}::int for ${4 * count}::int) as ends,
           substring(name_hashes from ${32 * first + 1}::int for ${32 * count}::int) as name_hashes,
           substring(chances from ${4 * first + 1}::int for ${4 * count}::int) as chances
    from rosters
    cross join lateral (
      select case when ${first}::int = 0 then 0
                  else u32_at(substring(line_ends from ${4 * first - 3}::int for 4), 0) end as begins,
             u32_at(substring(line_ends from ${4 * (first + count) - 3}::int for 4), 0) as stops) bounds
    where event_id = ${eventId} and number = ${number}`);
  return {
    ...read,
    ends: numbersIn(read.ends).map((end) => end - read.begins),
    chances: numbersIn(read.chances),
  };
}

/** Decodes numbers of four bytes. */
const numbersIn = (bytes: Buffer) =>
  Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4));

/** A line of a stored roster. */
export interface StoredLine extends Line {
  index: number;
  tickets: Buffer;
  nameHash: Buffer;
}

/** Reads lines of a roster, in the given order. */
export async function readLines(
  db: Db,
  eventId: string,
  number: number,
  indexes: readonly number[],
): Promise<StoredLine[]> {
  // Only parts of the stored values are read. The end of the previous line is the beginning of a line.
  return db.query<StoredLine>(sql`
    select index, substring(tickets from 32 * begins + 1 for 32 * (ends - begins)) as tickets,
           substring(name_hashes from 32 * index + 1 for 32) as name_hash,
           u32_at(substring(r.chances from 4 * index + 1 for 4), 0) as chances
    from rosters r
    cross join unnest(${indexes}::int[]) with ordinality wanted (index, place)
    cross join lateral (
      select case when index = 0 then '\\x00000000'::bytea || substring(line_ends for 4)
                  else substring(line_ends from 4 * index - 3 for 8) end as both_ends) line
    cross join lateral (select u32_at(both_ends, 0) as begins, u32_at(both_ends, 4) as ends) bounds
    where event_id = ${eventId} and number = ${number}
    order by place`);
}

/** The chances of all lines of a roster. */
export async function readChances(db: Db, eventId: string, number: number): Promise<Uint32Array> {
  const { chances } = await db.queryOne<{ chances: Buffer }>(sql`
    select chances from rosters where event_id = ${eventId} and number = ${number}`);
  return numbersIn(chances);
}
