import { HASH_BYTES, hashAt, hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import { registerEntry } from '@drawbridge/contract/fair-draw/register';
import { lineAt, lineOfTicket, type Roster } from '@drawbridge/contract/fair-draw/roster';
import { exclusionReasons } from '@drawbridge/contract/fair-draw/scheme';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { readRoster } from './stored-roster-store.ts';

/** The length of a stored entry: a ticket and its status. The roster has the lines of the tickets in the draw. */
const ENTRY_BYTES = HASH_BYTES + 1;

/** The number of buckets that are read at once: 200 KB for 100,000 tickets. */
const BUCKETS_PER_PIECE = 16;

/** The tickets of a register that are not in the draw, by reason. */
export async function readExclusions(db: Db, eventId: string, number: number) {
  const lists: string[][] = exclusionReasons.map(() => []);
  for (let first = 0; first < 256; first += BUCKETS_PER_PIECE) {
    const entries = await readBuckets(db, eventId, number, first, BUCKETS_PER_PIECE);
    for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
      const status = entries[at + HASH_BYTES] as number;
      lists[status - 1]?.push(entries.toString('hex', at, at + HASH_BYTES));
    }
  }
  return Object.fromEntries(exclusionReasons.map((reason, index) => [reason, lists[index]]));
}

/** Reads consecutive buckets of a register. */
async function readBuckets(db: Db, eventId: string, number: number, first: number, count: number) {
  const { entries } = await db.queryOne<{ entries: Buffer }>(sql`
    select substring(register from begins + 1 for ends - begins) as entries
    from (
      select register,
             case when ${first}::int = 0 then 0 else u32_at(bucket_ends, ${(first - 1) * 4}::int) end as begins,
             u32_at(bucket_ends, ${(first + count - 1) * 4}::int) as ends
      from rosters where event_id = ${eventId} and number = ${number}
    ) r`);
  return entries;
}

/** The hashes of a register's buckets. Undefined if there is no such draw. */
export async function findRegister(db: Db, eventId: string, number: number) {
  const [row] = await db.query<{ hash: string; hashes: Buffer; size: number }>(sql`
    select encode(register_hash, 'hex') as hash, bucket_hashes as hashes,
           (select sum(n)::int from unnest(register_counts) n) as size
    from rosters where event_id = ${eventId} and number = ${number}`);
  return row && { hash: row.hash, size: row.size, buckets: hexesOf(row.hashes) };
}

/** A whole roster; `bytes` is the largest of its parts. Undefined if there is no such draw. */
export async function findRoster(
  db: Db,
  eventId: string,
  number: number,
): Promise<{ roster: Roster; bytes: Buffer } | undefined> {
  const [row] = await db.query<{ size: number }>(sql`
    select size from rosters where event_id = ${eventId} and number = ${number}`);
  if (!row) return undefined;
  const { size: count } = row;
  const roster = await readRoster(db, eventId, number, { first: 0, count });
  return { roster, bytes: Buffer.from(roster.tickets) };
}

/** One bucket of a register as it is hashed, in which a phone finds its own ticket. */
export async function readBucket(
  db: Db,
  { eventId, number, bucket }: { eventId: string; number: number; bucket: number },
  roster: Roster,
) {
  const { tickets } = roster;
  const lines = new Map<string, number>();
  for (let at = 0; at < tickets.length / HASH_BYTES; at += 1) {
    if (tickets[at * HASH_BYTES] !== bucket) continue;
    lines.set(Buffer.from(hashAt(tickets, at)).toString('hex'), lineOfTicket(roster, at));
  }
  const stored = await readBuckets(db, eventId, number, bucket, 1);
  const count = stored.length / ENTRY_BYTES;
  const entries = Array.from({ length: count }, (_, index) => {
    const ticket = stored.subarray(index * ENTRY_BYTES, index * ENTRY_BYTES + HASH_BYTES);
    const line = lines.get(ticket.toString('hex'));
    const status = stored[index * ENTRY_BYTES + HASH_BYTES] as number;
    return registerEntry(ticket, status, line === undefined ? undefined : lineAt(roster, line));
  });
  return { count, entries: Buffer.concat(entries).toString('hex') };
}
