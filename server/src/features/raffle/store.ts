import {
  type DrawnWinner,
  type DrawRecord,
  type PublishedList,
  type RaffleRecord,
  raffleRecord,
  type SealedDraw,
} from '@drawbridge/contract/draws';
import { type Chain, commitmentOf, seedOf } from '@drawbridge/contract/fair-draw/arithmetic';
import type { RaffleResult, WinnerDisplay } from '@drawbridge/contract/raffle';
import { outsideKinds, versions } from '@drawbridge/contract/stage';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { publishResult, publishWinner, type StoredResult } from './rules.ts';
import { winnerTicket } from './stage-store.ts';

const LINES_PER_PIECE = 4096;

/** The tickets of the winner of draw `d`. */
const winnerTicketsJson = sql`(
  select jsonb_agg(encode(substring(d.winner_tickets from n for 32), 'hex') order by n)
  from generate_series(1, octet_length(d.winner_tickets), 32) n)`;

/** The result of draw `d` at event `e` as JSON, in the form of `StoredResult`. */
const resultWith = (tickets: Sql) => sql`
  json_build_object(
    'id', d.id, 'eventId', d.event_id, 'number', d.number, 'place', d.place, 'prizeId', d.prize_id,
    'conductedAt', d.ended_at, 'name', d.winner_name, 'email', d.winner_email,
    'phrase', d.phrase, 'handedOverAt', d.handed_over_at,
    'ticket', ${winnerTicket(sql`d`)},
    'display', e.winner_display, 'tickets', ${tickets})`;
export const resultJson = resultWith(winnerTicketsJson);
/** As the live stream sends it to every page: a person may have thousands of tickets. */
export const liveResultJson = resultWith(sql`'[]'::json`);

/** What was fixed of draw `d`, since version 3. */
const registerJson = sql`
  jsonb_build_object(
    'hash', encode(d.register_hash, 'hex'), 'inDraw', d.register_counts[1], 'removed', d.register_counts[2],
    'unverified', d.register_counts[3], 'promoted', d.register_counts[4], 'won', d.register_counts[5])`;
const sealJson = sql`
  jsonb_build_object(
    'hash', encode(d.seal_hash, 'hex'), 'quantity', d.quantity, 'winners', d.winners, 'register', ${registerJson},
    'source', case d.source when 'beacon' then jsonb_build_object(
                'kind', d.source, 'chain', encode(d.beacon_chain, 'hex'), 'round', d.beacon_round)
              else jsonb_build_object('kind', d.source) end)`;

/** Draw `d` as everyone sees it while it is sealed. */
export const sealedJson = sql`
  (jsonb_build_object(
    'number', d.number, 'prizeId', d.prize_id, 'commitment', encode(d.commitment, 'hex'),
    'rosterSize', d.roster_size, 'rosterHash', encode(d.roster_hash, 'hex'),
    'sealedAt', d.sealed_at)
  || case when d.version = 2 then '{}' else jsonb_build_object(
    'seal', ${sealJson}, 'prizeName', d.prize_name, 'previousRecord', encode(d.previous_record, 'hex'),
    'seed', encode(d.seed, 'hex')) end)`;

export async function listResults(db: Db, eventId: string): Promise<RaffleResult[]> {
  const rows = await db.query<{ result: StoredResult }>(sql`
    select ${resultJson} as result
    from draws d join events e on e.id = d.event_id
    where d.event_id = ${eventId} and d.state = 'drawn' and d.forfeited_by is null
    order by d.number, d.place`);
  return rows.map(({ result }) => publishResult(result));
}

/** The number of the next record, and its commitment. */
export function upcoming(secret: Uint8Array, chain: Chain, nextNumber: number) {
  const seed = seedOf(secret, chain, nextNumber);
  const nextCommitment = Buffer.from(commitmentOf(chain, nextNumber, seed)).toString('hex');
  return { nextNumber, nextCommitment };
}

/** Everything needed to check the draws except the rosters; undefined if there is no such event. */
export async function listDraws(db: Db, eventId: string): Promise<PublishedList | undefined> {
  // One statement, so that the list and the next number are consistent.
  const [found] = await db.query<{
    drawSecret: Buffer;
    drawVersion: Chain['version'];
    lastRecord: number;
    sealed: SealedDraw | null;
    records: StoredRecord[] | null;
  }>(sql`
    select e.draw_secret, e.draw_version, e.last_record,
           (select ${sealedJson} from draws d
            where d.event_id = e.id and d.state = 'open') as sealed,
           (select json_agg(${recordJson} order by d.number) from draws d
            where d.event_id = e.id and d.state <> 'open' and d.place = 0) as records
    from events e where e.id = ${eventId}`);
  if (!found) return undefined;
  const { drawSecret, drawVersion: version, lastRecord, sealed, records } = found;
  return {
    scheme: versions[version],
    eventId,
    ...upcoming(drawSecret, { eventId, version }, lastRecord + 1),
    sealed,
    draws: (records ?? []).map(publishRecord),
  } as PublishedList;
}

/** Finds one record: a draw, a void or a forfeit. */
export async function findRecord(
  db: Db,
  eventId: string,
  number: number,
): Promise<RaffleRecord | undefined> {
  const [row] = await db.query<{ record: StoredRecord }>(sql`
    select ${recordJson} as record
    from draws d join events e on e.id = d.event_id
    where d.event_id = ${eventId} and d.number = ${number} and d.place = 0 and d.state <> 'open'`);
  return row && publishRecord(row.record);
}

type StoredWinner = Omit<DrawnWinner, 'erased'> & { erased: DrawnWinner['erased'] | null };
type StoredRecord = Exclude<RaffleRecord, DrawRecord> | StoredDraw;
interface StoredDraw extends Omit<DrawRecord, 'winners'> {
  kind: 'draw';
  display: WinnerDisplay;
  winnerHash: string | null;
  winners: StoredWinner[];
}

/** Publishes as much of the winners as the event shows; without the salt the hash hides the rest. */
function publishRecord(record: StoredRecord): RaffleRecord {
  if (!('display' in record)) return record;
  const { display, winnerHash, winners: stored, ...draw } = record;
  const winners = stored.map(({ erased, winner, salt, ...facts }) => ({
    ...facts,
    salt: display === 'full' ? salt : null,
    winner: winner && publishWinner({ ...winner, display }),
    ...(erased && { erased }),
  }));
  const [first] = winners;
  if (winnerHash === null || !first) return { ...draw, winners } as DrawRecord;
  const { index: winnerIndex, tickets: winnerTickets, salt: winnerSalt, winner, erased } = first;
  const named = { winnerHash, winnerSalt, winner, ...(erased && { erased }) };
  return { ...draw, winnerIndex, winnerTickets, ...named } as DrawRecord;
}

/** The winners of draw `d`, in the form of `StoredWinner`. */
const winnersJson = sql`(
  select jsonb_agg(jsonb_build_object(
    'index', w.winner_index, 'tickets', (
      select jsonb_agg(encode(substring(w.winner_tickets from n for 32), 'hex') order by n)
      from generate_series(1, octet_length(w.winner_tickets), 32) n),
    'ticket', encode(w.winner_ticket, 'hex'), 'salt', encode(w.winner_salt, 'hex'),
    'winner', case when w.erased_at is null then
      jsonb_build_object('name', w.winner_name, 'email', w.winner_email) end,
    'erased', case when w.erased_at is not null then
      jsonb_build_object('at', w.erased_at, 'because', w.erased_for) end) order by w.place)
  from draws w where w.event_id = d.event_id and w.number = d.number)`;

/** Record `d` of event `e` as JSON, in the form of `StoredRecord`; each kind has its own fields. */
const recordJson = sql`
  (jsonb_build_object(
    'kind', case d.state when 'drawn' then 'draw' else d.state end, 'number', d.number,
    'commitment', encode(d.commitment, 'hex'), 'seed', encode(d.seed, 'hex'),
    'previousRecord', encode(d.previous_record, 'hex'), 'record', encode(d.record, 'hex'),
    'at', d.ended_at)
  || case when d.state in ('forfeit', 'restored') then '{}' else jsonb_build_object(
    'prizeId', d.prize_id, 'prizeName', d.prize_name, 'rosterSize', d.roster_size,
    'rosterHash', encode(d.roster_hash, 'hex')) end
  || case when d.version = 2 or d.state in ('forfeit', 'restored') then '{}' else jsonb_build_object(
    'sealedAt', d.fixed_at, 'seal', ${sealJson}, 'beacon', encode(d.beacon_signature, 'hex')) end
  || case d.state
    when 'void' then jsonb_build_object('reason', d.reason)
    when 'forfeit' then jsonb_build_object('forfeits', d.forfeits, 'reason', d.reason)
      || case when d.version = 2 then '{}' else jsonb_build_object('place', d.forfeits_place) end
    when 'restored' then jsonb_build_object(
      'rosterSize', d.roster_size, 'register', ${registerJson}, 'reason', d.reason)
    else jsonb_build_object(
      'display', e.winner_display, 'sealed', d.sealed_at is not null, 'phrase', d.phrase,
      'winnerHash', encode(d.winner_hash, 'hex'), 'winners', ${winnersJson})
      || case when d.version = 2 then jsonb_build_object('sealedAt', d.sealed_at) else '{}' end end)`;

/** Writes the record as JSON in pieces, because its roster may have a hundred thousand lines. */
export async function* streamRecord(
  db: Db,
  eventId: string,
  record: RaffleRecord,
): AsyncGenerator<string> {
  // These bytes do not pass through the route's schema, so the record is parsed here.
  const text = JSON.stringify(raffleRecord.parse(record));
  if (record.kind === 'forfeit') {
    yield text;
    return;
  }
  const { number } = record;
  const named = 'seal' in record || record.kind === 'restored';
  yield `${text.slice(0, -1)},"roster":[`;
  for (let first = 0; first < record.rosterSize; first += LINES_PER_PIECE) {
    const lines = await readLines(db, eventId, number, first, LINES_PER_PIECE);
    yield `${first > 0 ? ',' : ''}${JSON.stringify(lines.map(hexTickets)).slice(1, -1)}`;
  }
  yield ']';
  if (named) {
    yield ',"names":[';
    for (let first = 0; first < record.rosterSize; first += LINES_PER_PIECE) {
      const names = await readNames(db, eventId, number, first, LINES_PER_PIECE);
      yield `${first > 0 ? ',' : ''}${JSON.stringify(hexTickets(names)).slice(1, -1)}`;
    }
    yield `],"outside":${JSON.stringify(await readOutside(db, eventId, number))}`;
  }
  yield '}';
}

async function readNames(db: Db, eventId: string, number: number, first: number, count: number) {
  const { nameHashes } = await db.queryOne<{ nameHashes: Buffer }>(sql`
    select substring(name_hashes from ${first * 32 + 1}::int for ${count * 32}::int) as name_hashes
    from draws where event_id = ${eventId} and number = ${number} and place = 0`);
  return nameHashes;
}

/** How many buckets are read at once: of 100,000 tickets they have 400 KB. */
const BUCKETS_PER_PIECE = 16;

/** The tickets of a register that are not in the draw, by why they are not. */
async function readOutside(db: Db, eventId: string, number: number) {
  const lists: string[][] = outsideKinds.map(() => []);
  for (let first = 0; first < 256; first += BUCKETS_PER_PIECE) {
    const entries = await readBuckets(db, eventId, number, first, BUCKETS_PER_PIECE);
    for (let at = 0; at < entries.length; ) {
      const status = entries[at + 32] as number;
      lists[status - 1]?.push(entries.toString('hex', at, at + 32));
      at += status === 0 ? 69 : 33;
    }
  }
  return Object.fromEntries(outsideKinds.map((kind, place) => [kind, lists[place]]));
}

/** Some of a register's buckets, one after the other. */
async function readBuckets(db: Db, eventId: string, number: number, first: number, count: number) {
  const { entries } = await db.queryOne<{ entries: Buffer }>(sql`
    select substring(register from begins + 1 for ends - begins) as entries
    from (
      select register,
             case when ${first}::int = 0 then 0 else u32_at(bucket_ends, ${(first - 1) * 4}::int) end as begins,
             u32_at(bucket_ends, ${(first + count - 1) * 4}::int) as ends
      from draws where event_id = ${eventId} and number = ${number} and place = 0
    ) d`);
  return entries;
}

/** The hashes of a register's buckets; undefined if there is no such record, or it has no register. */
export async function findRegister(db: Db, eventId: string, number: number) {
  const [row] = await db.query<{ hash: string; hashes: Buffer; size: number }>(sql`
    select encode(register_hash, 'hex') as hash, bucket_hashes as hashes,
           (select sum(n)::int from unnest(register_counts) n) as size
    from draws where event_id = ${eventId} and number = ${number} and place = 0 and register is not null`);
  return row && { hash: row.hash, size: row.size, buckets: hexTickets(row.hashes) };
}

/** One bucket of a register: what a phone needs to find its own ticket. */
export async function findBucket(db: Db, eventId: string, number: number, bucket: number) {
  const entries = await readBuckets(db, eventId, number, bucket, 1);
  let count = 0;
  for (let at = 0; at < entries.length; at += entries[at + 32] === 0 ? 69 : 33) count += 1;
  return { count, entries: entries.toString('hex') };
}

/** Reads lines of a roster; each line is the concatenated tickets of one person. */
export async function readLines(
  db: Db,
  eventId: string,
  number: number,
  first: number,
  count: number,
): Promise<Buffer[]> {
  // Also reads where the line before the first one ends; for the first line of all that is zero.
  const from = Math.max(0, first - 1);
  const [row] = await db.query<{ ends: Buffer; tickets: Buffer }>(sql`
    select ends, substring(tickets from 32 * begins + 1 for 32 * (finishes - begins)) as tickets
    from (
      select tickets, ends,
             case when ${first}::int = 0 then 0 else u32_at(ends, 0) end as begins,
             u32_at(ends, octet_length(ends) - 4) as finishes
      from (
        select tickets,
               substring(line_ends from ${from * 4 + 1}::int
                         for ${(first - from + count) * 4}::int) as ends
        from draws where event_id = ${eventId} and number = ${number} and place = 0
      ) wanted
    ) found`);
  if (!row) return [];
  const ends = Array.from({ length: row.ends.length / 4 }, (_, n) => row.ends.readUInt32BE(n * 4));
  const begins = first === 0 ? [0, ...ends] : ends;
  const offset = begins[0] ?? 0;
  return begins
    .slice(1)
    .map((end, n) => row.tickets.subarray(((begins[n] ?? 0) - offset) * 32, (end - offset) * 32));
}

export function hexTickets(line: Buffer): string[] {
  return line.toString('hex').match(/.{64}/g) ?? [];
}
