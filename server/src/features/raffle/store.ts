import {
  type DrawList,
  type DrawRecord,
  type ForfeitRecord,
  type RaffleRecord,
  raffleRecord,
  type SealedDraw,
  type VoidRecord,
} from '@drawbridge/contract/draws';
import { commitmentOf, seedOf } from '@drawbridge/contract/fair-draw/arithmetic';
import type { RaffleResult, WinnerDisplay } from '@drawbridge/contract/raffle';
import { SCHEME } from '@drawbridge/contract/stage';
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
    'id', d.id, 'eventId', d.event_id, 'number', d.number, 'prizeId', d.prize_id,
    'conductedAt', d.ended_at, 'name', d.winner_name, 'email', d.winner_email,
    'phrase', d.phrase, 'handedOverAt', d.handed_over_at,
    'ticket', ${winnerTicket(sql`d`)},
    'display', e.winner_display, 'tickets', ${tickets})`;
export const resultJson = resultWith(winnerTicketsJson);
/** As the live stream sends it to every page: a person may have thousands of tickets. */
export const liveResultJson = resultWith(sql`'[]'::json`);

/** Draw `d` as everyone sees it while it is sealed. */
export const sealedJson = sql`
  json_build_object(
    'number', d.number, 'prizeId', d.prize_id, 'commitment', encode(d.commitment, 'hex'),
    'rosterSize', d.roster_size, 'rosterHash', encode(d.roster_hash, 'hex'),
    'sealedAt', d.sealed_at)`;

export async function listResults(db: Db, eventId: string): Promise<RaffleResult[]> {
  const rows = await db.query<{ result: StoredResult }>(sql`
    select ${resultJson} as result
    from draws d join events e on e.id = d.event_id
    where d.event_id = ${eventId} and d.state = 'drawn' and d.forfeited_by is null
    order by d.number`);
  return rows.map(({ result }) => publishResult(result));
}

/** The number of the next record, and its commitment. */
export function upcoming(secret: Uint8Array, eventId: string, nextNumber: number) {
  const seed = seedOf(secret, eventId, nextNumber);
  const nextCommitment = Buffer.from(commitmentOf(eventId, nextNumber, seed)).toString('hex');
  return { nextNumber, nextCommitment };
}

/** Everything needed to check the draws except the rosters; undefined if there is no such event. */
export async function listDraws(db: Db, eventId: string): Promise<DrawList | undefined> {
  // One statement, so that the list and the next number are consistent.
  const [found] = await db.query<{
    drawSecret: Buffer;
    last: number;
    sealed: SealedDraw | null;
    records: StoredRecord[] | null;
  }>(sql`
    select e.draw_secret,
           (select coalesce(max(number), 0) from draws d where d.event_id = e.id) as last,
           (select ${sealedJson} from draws d
            where d.event_id = e.id and d.state = 'open') as sealed,
           (select json_agg(${recordJson} order by d.number) from draws d
            where d.event_id = e.id and d.state <> 'open') as records
    from events e where e.id = ${eventId}`);
  return (
    found && {
      scheme: SCHEME,
      eventId,
      ...upcoming(found.drawSecret, eventId, found.last + 1),
      sealed: found.sealed,
      draws: (found.records ?? []).map(publishRecord),
    }
  );
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
    where d.event_id = ${eventId} and d.number = ${number} and d.state <> 'open'`);
  return row && publishRecord(row.record);
}

type StoredRecord =
  | (Omit<DrawRecord, 'erased'> & { erased: DrawRecord['erased'] | null } & Display)
  | (VoidRecord & Display)
  | (ForfeitRecord & Display);
interface Display {
  display: WinnerDisplay;
}

/** Publishes as much of the winner as the event shows; without the salt the hash hides the rest. */
function publishRecord({ display, ...record }: StoredRecord): RaffleRecord {
  if (record.kind !== 'draw') return record;
  const { erased, winner, winnerSalt, ...facts } = record;
  return {
    ...facts,
    winner: winner && publishWinner({ ...winner, display }),
    winnerSalt: display === 'full' ? winnerSalt : null,
    ...(erased && { erased }),
  };
}

/** Record `d` of event `e` as JSON, in the form of `StoredRecord`; each kind has its own fields. */
const recordJson = sql`
  (jsonb_build_object(
    'kind', case d.state when 'drawn' then 'draw' else d.state end, 'number', d.number,
    'commitment', encode(d.commitment, 'hex'), 'seed', encode(d.seed, 'hex'),
    'previousRecord', encode(d.previous_record, 'hex'), 'record', encode(d.record, 'hex'),
    'at', d.ended_at, 'display', e.winner_display)
  || case when d.state = 'forfeit' then '{}' else jsonb_build_object(
    'prizeId', d.prize_id, 'prizeName', d.prize_name, 'rosterSize', d.roster_size,
    'rosterHash', encode(d.roster_hash, 'hex')) end
  || case d.state
    when 'void' then jsonb_build_object('reason', d.reason)
    when 'forfeit' then jsonb_build_object('forfeits', d.forfeits, 'reason', d.reason)
    else jsonb_build_object(
      'sealed', d.sealed_at is not null, 'sealedAt', d.sealed_at, 'phrase', d.phrase,
      'winnerIndex', d.winner_index,
      'winnerTickets', ${winnerTicketsJson},
      'winnerHash', encode(d.winner_hash, 'hex'), 'winnerSalt', encode(d.winner_salt, 'hex'),
      'winner', case when d.erased_at is null then
        jsonb_build_object('name', d.winner_name, 'email', d.winner_email) end,
      'erased', case when d.erased_at is not null then
        jsonb_build_object('at', d.erased_at, 'because', d.erased_for) end) end)`;

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
  yield `${text.slice(0, -1)},"roster":[`;
  for (let first = 0; first < record.rosterSize; first += LINES_PER_PIECE) {
    const lines = await readLines(db, eventId, record.number, first, LINES_PER_PIECE);
    yield `${first > 0 ? ',' : ''}${JSON.stringify(lines.map(hexTickets)).slice(1, -1)}`;
  }
  yield ']}';
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
        from draws where event_id = ${eventId} and number = ${number}
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
