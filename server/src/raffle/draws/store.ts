import type { WinnerDisplay } from '@drawbridge/contract/events/raffle-options';
import { hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import {
  type DrawList,
  type DrawnWinner,
  type DrawRecord,
  type RaffleRecord,
  raffleRecord,
  type SealedDraw,
} from '@drawbridge/contract/fair-draw/draws';
import { commitmentOf, seedOf } from '@drawbridge/contract/fair-draw/records';
import { lineAt, type Roster } from '@drawbridge/contract/fair-draw/roster';
import { SCHEME } from '@drawbridge/contract/fair-draw/scheme';
import { QUICKNET } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { readExclusions } from '../rosters/register-store.ts';
import { readRoster } from '../rosters/stored-roster-store.ts';
import { publishResult, publishWinner, type StoredResult } from './rules.ts';

const LINES_PER_PIECE = 4096;

/** A JSON array of concatenated hashes, as SQL. */
const hashesJson = (bytes: Sql) => sql`(
  select jsonb_agg(encode(substring(${bytes} from n for 32), 'hex') order by n)
  from generate_series(1, octet_length(${bytes}), 32) n)`;

/** Winner `w` of draw `d` in event `e` as JSON, in the form of `StoredResult`. */
const resultWith = (tickets: Sql) => sql`
  json_build_object(
    'id', w.id, 'eventId', w.event_id, 'number', w.number, 'place', w.place, 'prizeId', w.prize_id,
    'conductedAt', d.at, 'name', w.name, 'email', w.email, 'phrase', coalesce(d.phrase, ''),
    'handedOverAt', w.handed_over_at, 'ticket', encode(w.ticket, 'hex'),
    'display', e.winner_display, 'tickets', ${tickets})`;
export const resultJson = resultWith(hashesJson(sql`w.tickets`));
/** The result in the live stream, without tickets: a person may have thousands. */
export const liveResultJson = resultWith(sql`'[]'::json`);

/** The facts about roster `r` and its register that screens show. */
const listsJson = sql`
  jsonb_build_object(
    'rosterSize', r.size, 'totalChances', r.total_chances, 'mostChances', r.most_chances,
    'withMostChances', r.with_most_chances, 'registerHash', encode(r.register_hash, 'hex'),
    'registerCounts', jsonb_build_object(
      'inDraw', r.register_counts[1], 'removed', r.register_counts[2], 'won', r.register_counts[3],
      'unverified', r.register_counts[4], 'promoted', r.register_counts[5], 'related', r.register_counts[6],
      'absent', r.register_counts[7]))`;

/** All facts that the seal of draw `d` with roster `r` commits to. */
const sealJson = sql`(
  jsonb_build_object(
    'prizeId', d.prize_id, 'prizeName', d.prize_name, 'quantity', d.quantity, 'count', d.winner_count,
    'rollCall', d.roll_call, 'maxChances', d.max_chances, 'rosterHash', encode(r.hash, 'hex'),
    'sealedAt', d.sealed_at, 'sealHash', encode(d.seal_hash, 'hex'),
    'source', case d.source when 'beacon' then jsonb_build_object(
                'kind', d.source, 'chain', ${QUICKNET.chain}::text, 'round', d.beacon_round)
              else jsonb_build_object('kind', d.source) end)
  || ${listsJson})`;

/** Draw `d` with roster `r` as published while it is sealed. */
export const sealedJson = sql`(
  jsonb_build_object(
    'number', d.number, 'commitment', encode(d.commitment, 'hex'),
    'seed', case d.source when 'beacon' then encode(d.seed, 'hex') end,
    'previousRecord', encode(d.previous_record, 'hex'))
  || ${sealJson})`;

/** The facts about record `d` with roster `r` that screens show, unless it is a sealed draw. */
export const shownRecordJson = sql`
  json_build_object(
    'number', d.number, 'record', encode(d.record, 'hex'),
    'people', case d.kind when 'draw' then json_build_object(
      'rosterSize', r.size, 'totalChances', r.total_chances, 'maxChances', d.max_chances,
      'mostChances', r.most_chances, 'withMostChances', r.with_most_chances) end)`;

/** The sealed draw of event `e`, if there is one. */
export const openSealJson = sql`(
  select ${sealedJson} from records d join rosters r using (event_id, number)
  where d.event_id = e.id and d.kind = 'sealed')`;

/** The standing winners of event `e`, in the order in which they were drawn. */
export const standingResultsJson = (result: Sql) => sql`(
  select json_agg(${result} order by w.number, w.place)
  from winners w join records d using (event_id, number)
  where w.event_id = e.id and w.forfeited_by is null)`;

export async function listResults(db: Db, eventId: string): Promise<RaffleResult[]> {
  const { results } = await db.queryOne<{ results: StoredResult[] | null }>(sql`
    select ${standingResultsJson(resultJson)} as results from events e where e.id = ${eventId}`);
  return (results ?? []).map(publishResult);
}

/** The number of the next record, and its commitment. */
export function upcoming(secret: Uint8Array, eventId: string, nextNumber: number) {
  const seed = seedOf(secret, eventId, nextNumber);
  const nextCommitment = Buffer.from(commitmentOf(eventId, nextNumber, seed)).toString('hex');
  return { nextNumber, nextCommitment };
}

/** The roll calls of event `e` in the public record. */
const rollCallsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'rollCall', c.number, 'closedAt', c.closed_at, 'byCode', c.by_code, 'byVolunteers', c.by_volunteers,
    'byOrganisers', c.by_organisers) order by c.number), '[]')
  from roll_calls c where c.event_id = e.id)`;

/** All data for verifying the draws, except rosters and registers. Undefined if there is no such event. */
export async function listDraws(db: Db, eventId: string): Promise<DrawList | undefined> {
  // One statement, so that the list and the next number are consistent.
  const [found] = await db.query<{
    drawSecret: Buffer;
    lastRecord: number;
    sealed: SealedDraw | null;
    rollCalls: DrawList['rollCalls'];
    records: StoredRecord[] | null;
  }>(sql`
    select e.draw_secret, e.last_record, ${openSealJson} as sealed, ${rollCallsJson} as roll_calls,
           (select json_agg(${recordJson} order by d.number)
            from records d left join rosters r using (event_id, number)
            where d.event_id = e.id and d.kind <> 'sealed') as records
    from events e where e.id = ${eventId}`);
  if (!found) return undefined;
  const { drawSecret, lastRecord, sealed, rollCalls, records } = found;
  return {
    scheme: SCHEME,
    eventId,
    ...upcoming(drawSecret, eventId, lastRecord + 1),
    sealed,
    rollCalls,
    draws: (records ?? []).map(publishRecord),
  };
}

/** Finds one record: a draw, a void, a forfeit or a restoration. */
export async function findRecord(
  db: Db,
  eventId: string,
  number: number,
): Promise<RaffleRecord | undefined> {
  const [row] = await db.query<{ record: StoredRecord }>(sql`
    select ${recordJson} as record
    from records d left join rosters r using (event_id, number) join events e on e.id = d.event_id
    where d.event_id = ${eventId} and d.number = ${number} and d.kind <> 'sealed'`);
  return row && publishRecord(row.record);
}

/**
 * The version of an event's lists of draws and winners: it changes when they do. Undefined if there is no such
 * event.
 */
export async function readListVersion(db: Db, eventId: string): Promise<string | undefined> {
  const [row] = await db.query<{ version: string }>(sql`
    select live_version || coalesce((
             select ' ' || by_code || ' ' || by_volunteers || ' ' || by_organisers from roll_calls
             where event_id = e.id and closed_at is null), '') as version
    from events e where id = ${eventId}`);
  return row?.version;
}

/**
 * The version of a published record: it changes when the shown details do. Undefined if there is no such record.
 */
export async function readRecordVersion(
  db: Db,
  eventId: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ version: string }>(sql`
    select concat_ws(' ', d.kind, d.beacon_signature is not null, e.winner_display, (
             select count(*) from winners w
             where w.event_id = e.id and w.number = d.number and erased_at is not null)) as version
    from records d join events e on e.id = d.event_id
    where e.id = ${eventId} and d.number = ${number} and d.kind <> 'sealed'`);
  return row?.version;
}

type StoredWinner = Omit<DrawnWinner, 'erased'> & { erased: DrawnWinner['erased'] | null };
type StoredRecord =
  | Exclude<RaffleRecord, DrawRecord>
  | (Omit<DrawRecord, 'winners'> & { display: WinnerDisplay; winners: StoredWinner[] });

/**
 * Publishes the details of the winners that the event shows. Without the salt, the hash does not reveal the rest.
 */
function publishRecord(record: StoredRecord): RaffleRecord {
  if (record.kind !== 'draw') return record;
  const { display, winners: stored, ...draw } = record;
  const winners = stored.map(({ erased, winner, salt, ...facts }) => ({
    ...facts,
    salt: display === 'full' ? salt : null,
    winner: winner && publishWinner({ ...winner, display }),
    ...(erased && { erased }),
  }));
  return { ...draw, winners };
}

/** The winners of draw `d`, in the form of `StoredWinner`. */
const winnersJson = sql`(
  select jsonb_agg(jsonb_build_object(
    'index', w.line_index, 'tickets', ${hashesJson(sql`w.tickets`)}, 'chances', w.chances,
    'ticket', encode(w.ticket, 'hex'), 'salt', encode(w.salt, 'hex'),
    'winner', case when w.erased_at is null then jsonb_build_object('name', w.name, 'email', w.email) end,
    'erased', case when w.erased_at is not null then
      jsonb_build_object('at', w.erased_at, 'because', w.erased_for) end) order by w.place)
  from winners w where w.event_id = d.event_id and w.number = d.number)`;

/** Record `d` of event `e` with roster `r` as JSON, in the form of `StoredRecord`. Each kind has its own fields. */
const recordJson = sql`
  (jsonb_build_object(
    'kind', d.kind, 'number', d.number, 'commitment', encode(d.commitment, 'hex'), 'seed', encode(d.seed, 'hex'),
    'previousRecord', encode(d.previous_record, 'hex'), 'record', encode(d.record, 'hex'), 'at', d.at)
  || case d.kind
    when 'draw' then ${sealJson} || jsonb_build_object(
      'phrase', d.phrase, 'beacon', encode(d.beacon_signature, 'hex'), 'display', e.winner_display,
      'winners', ${winnersJson})
    when 'void' then ${sealJson} || jsonb_build_object(
      'beacon', encode(d.beacon_signature, 'hex'), 'wouldHaveWon', d.would_have_won, 'reason', d.reason)
    when 'forfeit' then jsonb_build_object('forfeits', d.forfeits, 'place', d.forfeits_place, 'reason', d.reason)
    else ${listsJson} || jsonb_build_object('reason', d.reason) end)`;

/** Streams the record as JSON, because its roster may have a hundred thousand lines. */
export async function* streamRecord(
  db: Db,
  eventId: string,
  record: RaffleRecord,
): AsyncGenerator<string> {
  // The stream bypasses the route's response schema, so the record is parsed here.
  const text = JSON.stringify(raffleRecord.parse(record));
  if (record.kind === 'forfeit') {
    yield text;
    return;
  }
  const { number, rosterSize } = record;
  yield `${text.slice(0, -1)},"roster":{"tickets":[`;
  const piecesOf = async function* (part: (lines: Roster) => unknown[]) {
    for (let first = 0; first < rosterSize; first += LINES_PER_PIECE) {
      const count = Math.min(LINES_PER_PIECE, rosterSize - first);
      const lines = await readRoster(db, eventId, number, { first, count });
      yield `${first > 0 ? ',' : ''}${JSON.stringify(part(lines)).slice(1, -1)}`;
    }
  };
  yield* piecesOf((lines) => Array.from(lines.ends, (_, at) => hexesOf(lineAt(lines, at).tickets)));
  yield '],"nameHashes":[';
  yield* piecesOf(({ nameHashes }) => hexesOf(nameHashes));
  yield '],"chances":[';
  yield* piecesOf(({ chances }) => [...chances]);
  yield `]},"register":${JSON.stringify(await readExclusions(db, eventId, number))}}`;
}
