import type { DrawList, DrawRecord, EligiblePeople, SealedDraw } from '@drawbridge/contract/draws';
import { commitmentOf, seedOf } from '@drawbridge/contract/fair-draw/arithmetic';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { Db } from '../../db/client.ts';
import { readEligible } from './roster-store.ts';
import { shortName } from './rules.ts';

/** How many names roll over the stage while a winner is drawn. */
const NAMES_SHOWN = 60;
const ROSTER_PIECE = 4096;

export async function listResults(sql: Db, eventId: string): Promise<RaffleResult[]> {
  return sql<RaffleResult[]>`
    ${selectResults(sql)} where r.event_id = ${eventId} order by r.conducted_at, r.id`;
}

export function selectResults(sql: Db) {
  return sql`
    select r.id, r.event_id, r.prize_id, r.conducted_at,
           json_build_object('name', l.name, 'email', l.email) as winner
    from raffles r join leads l on l.id = r.winner_id`;
}

/** All that anyone needs to check the draws, but for the rosters; undefined when there is no event. */
export async function listDraws(sql: Db, eventId: string): Promise<DrawList | undefined> {
  // One statement, so that the list and the next number belong together.
  const [found] = await sql<
    { drawSecret: Buffer; last: number; sealed: SealedDraw | null; draws: DrawRecord[] | null }[]
  >`
    select e.draw_secret,
           (select coalesce(max(number), 0) from draws d where d.event_id = e.id) as last,
           (select row_to_json(s) from (
              select number, prize_id as "prizeId", encode(commitment, 'hex') as commitment,
                     octet_length(roster) / 32 as "rosterSize",
                     encode(roster_hash, 'hex') as "rosterHash"
              from draws where event_id = e.id and state = 'sealed') s) as sealed,
           (select json_agg(row_to_json(d)) from (
              ${selectDraws(sql)} where event_id = e.id and state <> 'sealed' order by number
            ) d) as draws
    from events e where e.id = ${eventId}`;
  if (!found) return undefined;
  const nextNumber = found.last + 1;
  const seed = seedOf(found.drawSecret, eventId, nextNumber);
  return {
    eventId,
    nextNumber,
    nextCommitment: Buffer.from(commitmentOf(eventId, nextNumber, seed)).toString('hex'),
    sealed: found.sealed,
    draws: found.draws ?? [],
  };
}

/** A draw that is over. */
export async function findDraw(
  sql: Db,
  eventId: string,
  number: number,
): Promise<DrawRecord | undefined> {
  const [row] = await sql<{ draw: DrawRecord }[]>`
    select row_to_json(d) as draw from (
      ${selectDraws(sql)} where event_id = ${eventId} and number = ${number} and state <> 'sealed'
    ) d`;
  return row?.draw;
}

function selectDraws(sql: Db) {
  return sql`
    select number, prize_id as "prizeId", prize_name as "prizeName",
           encode(commitment, 'hex') as commitment, encode(seed, 'hex') as seed,
           octet_length(roster) / 32 as "rosterSize", encode(roster_hash, 'hex') as "rosterHash",
           phrase, encode(previous_record, 'hex') as "previousRecord",
           encode(record, 'hex') as record, winner_index as "winnerIndex",
           (select coalesce(array_agg(encode(substring(winner_tickets from n for 32), 'hex')
                                      order by n), '{}')
            from generate_series(1, octet_length(winner_tickets), 32) n) as "winnerTickets",
           ended_at as "drawnAt", void_reason as "voidReason"
    from draws`;
}

/** The draw as JSON, piece by piece: its roster may have a hundred thousand lines. */
export async function* streamDrawWithRoster(
  sql: Db,
  eventId: string,
  draw: DrawRecord,
): AsyncGenerator<string> {
  yield `${JSON.stringify(draw).slice(0, -1)},"roster":[`;
  for (let place = 0; place < draw.rosterSize; place += ROSTER_PIECE) {
    const [piece] = await sql<[{ people: string }]>`
      select encode(substring(roster from ${place * 32 + 1}::int for ${ROSTER_PIECE * 32}::int),
                    'hex') as people
      from draws where event_id = ${eventId} and number = ${draw.number}`;
    const people = piece.people.match(/[0-9a-f]{64}/g) ?? [];
    yield `${place > 0 ? ',' : ''}${people.map((person) => `"${person}"`).join(',')}`;
  }
  yield ']}';
}

/** Who could win now, for the presenter. */
export async function countEligible(sql: Db, eventId: string): Promise<EligiblePeople> {
  const { leads, eligible } = await readEligible(sql, eventId);
  // Evenly from all of them, so that early visitors are not the only ones whose names are seen.
  const stride = Math.max(1, eligible.length / NAMES_SHOWN);
  const shown = Array.from(
    { length: Math.min(NAMES_SHOWN, eligible.length) },
    (_, n) => leads[eligible[Math.floor(n * stride)]?.[0] ?? -1]?.id,
  ).filter((id) => id !== undefined);
  const named = await sql<{ name: string }[]>`
    select name from leads where id = any(${shown}::uuid[])`;
  return {
    people: eligible.length,
    leads: leads.length,
    verified: leads.filter(({ ticket }) => ticket.length > 0).length,
    names: named.map(({ name }) => shortName(name)),
  };
}
