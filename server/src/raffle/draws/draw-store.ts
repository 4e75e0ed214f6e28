import { setImmediate } from 'node:timers/promises';
import { type SealedDraw, sealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { drawRecordOf } from '@drawbridge/contract/fair-draw/records';
import { personOf } from '@drawbridge/contract/fair-draw/roster';
import { type BeaconChain, isRoundPossible } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { foldPhrase } from '@drawbridge/contract/fair-draw/sealed/phrase';
import {
  type Added,
  inputOf,
  type Source,
  sealHashOf,
} from '@drawbridge/contract/fair-draw/sealed/seal';
import { saltOf } from '@drawbridge/contract/fair-draw/tickets';
import { drawEach, keyOf } from '@drawbridge/contract/fair-draw/winners';
import type { DrawnResult } from '@drawbridge/contract/raffle/raffle';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { change } from '../../core/change/change.ts';
import { publish } from '../../core/change/publish.ts';
import { winnersOfDraw } from '../../core/queue/webhook-queue.ts';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, Problem, succeed, unwrap } from '../../errors.ts';
import { closeRollCall, findLastRollCall } from '../roll-calls/roll-call-store.ts';
import { appendRestoreRecord, storeRoster } from '../rosters/roster-store.ts';
import { readChances, readLines, type StoredLine } from '../rosters/stored-roster-store.ts';
import { showWinners } from '../stage/stage-store.ts';
import {
  appendRecord,
  type EventChain,
  findSealed,
  nextRecord,
  type SealedRecord,
  seedOfSealed,
  withEventLock,
} from './chain-store.ts';
import { publishResult, publishWinner, type StoredResult } from './rules.ts';
import { resultJson, sealedJson } from './store.ts';

/** The maximum number of other names on the winners' leads that the presenter sees. */
const OTHER_NAMES_MAX = 20;

interface DrawnPrize {
  eventId: string;
  prizeId: string | null;
  /** The number of winners. The default is the number of prizes left. */
  count?: number | undefined;
  /** True to limit the draw to people who have answered the last roll call. */
  onlyHere?: boolean | undefined;
  conductedBy: string;
}

export interface DrawRequest extends DrawnPrize {
  phrase: string;
  /** The id of the presenter's request (`ownRequestId`). A repeated request gets the winners of the first one. */
  requestId?: string | undefined;
}

/** Holds a draw for a presenter. If the presenter has left, the server holds it in the presenter's name. */
export async function holdDraw(
  db: Database,
  { id, username, sessionId }: { id: string; username: string; sessionId: string },
  request: Omit<DrawRequest, 'conductedBy'>,
  by?: 'server',
): Promise<DrawnResult> {
  const { result } = await change(
    db,
    { id, username, sessionId },
    async (tx) => unwrap(await drawWinner(tx, { ...request, conductedBy: id })),
    ({ result: { number }, repeated }) =>
      repeated
        ? undefined
        : {
            kind: 'winner-drawn',
            eventId: request.eventId,
            details: { draw: number, ...(by && { by }) },
          },
  );
  return result;
}

/** The result of a draw, held now or earlier under the same request id. */
interface Held {
  result: DrawnResult;
  repeated: boolean;
}

/** Holds the sealed draw if there is one, otherwise a new draw. */
export async function drawWinner(db: Database | Db, request: DrawRequest): Promise<Outcome<Held>> {
  return withEventLock(db, request.eventId, (tx, chain) => drawLocked(tx, chain, request));
}

/** Holds the draw. The caller must hold the event's lock. */
export async function drawLocked(
  tx: Db,
  chain: EventChain,
  request: DrawRequest,
): Promise<Outcome<Held>> {
  const { eventId, prizeId, requestId } = request;
  const before = requestId && (await findDrawOf(tx, eventId, requestId));
  if (before) {
    return isSameRequest(before, request)
      ? succeed({ result: before.result, repeated: true })
      : fail('request-id-reused');
  }
  const hold = async (sealed: SealedRecord, added: Added) =>
    succeed({ result: await conclude(tx, chain, sealed, added, request), repeated: false });
  const sealed = await findSealed(tx, eventId);
  if (!sealed) {
    const opened = await openDraw(tx, chain, request, { kind: 'none' });
    return opened.ok ? hold(opened.value, { kind: 'none' }) : opened;
  }
  if (sealed.prizeId !== prizeId) return fail('draw-sealed');
  if (sealed.source === 'beacon') return fail('beacon-awaited');
  const folded = foldPhrase(request.phrase);
  if ('problem' in folded) return fail(folded.problem);
  return hold(sealed, { kind: 'phrase', phrase: folded.phrase });
}

interface SealRequest extends DrawnPrize {
  /** The beacon that decides instead of a phrase. */
  beacon?: { chain: BeaconChain; round: number } | undefined;
}

/** Seals the number, the roster and the register of the next draw, and returns the seal. */
export async function sealDraw(
  db: Database | Db,
  request: SealRequest,
): Promise<Outcome<SealedDraw>> {
  const { eventId, beacon } = request;
  return withEventLock(db, eventId, async (tx, chain) => {
    if (await findSealed(tx, eventId)) return fail('draw-sealed');
    const source: Source = beacon
      ? { kind: 'beacon', chain: beacon.chain.chain, round: beacon.round }
      : { kind: 'phrase' };
    const opened = await openDraw(tx, chain, request, source);
    if (!opened.ok) return opened;
    const { sealed } = await tx.queryOne(
      sql`
      select ${sealedJson} as sealed from records d join rosters r using (event_id, number)
      where d.event_id = ${eventId} and d.number = ${opened.value.number}`,
      { row: z.object({ sealed: sealedDraw }) },
    );
    // Thrown to roll back the seal.
    if (beacon) {
      const isInTime = isRoundPossible(beacon.chain, Date.parse(sealed.sealedAt), beacon.round);
      if (!isInTime || (await wasRoundDrawn(tx, eventId, beacon.round))) {
        throw new Problem('round-not-possible');
      }
    }
    await publish(tx, 'draw sealed', { eventIds: [eventId], number: sealed.number });
    return succeed(sealed);
  });
}

/**
 * Whether this round or a later one has already decided a draw of the event. After a clock was set back, a round
 * with a known value could otherwise be chosen.
 */
async function wasRoundDrawn(tx: Db, eventId: string, round: number): Promise<boolean> {
  const drawn = await tx.execute(sql`
    select from records
    where event_id = ${eventId} and kind = 'draw' and source = 'beacon' and beacon_round >= ${round} limit 1`);
  return drawn > 0;
}

/**
 * Holds a draw that is sealed for a beacon. The caller must have verified the signature and must hold the event's
 * lock.
 */
export async function drawByBeacon(
  tx: Db,
  chain: EventChain,
  sealed: SealedRecord,
  signature: Buffer,
): Promise<DrawnResult> {
  await tx.execute(sql`
    update records set beacon_signature = ${signature}
    where event_id = ${chain.eventId} and number = ${sealed.number}`);
  return conclude(tx, chain, sealed, { kind: 'beacon', signature: signature.toString('hex') });
}

/** Opens the next draw: assigns its number, and fixes its prize, roster and register. */
async function openDraw(
  tx: Db,
  chain: EventChain,
  { eventId, prizeId, conductedBy, count, onlyHere }: DrawnPrize,
  source: Source,
): Promise<Outcome<SealedRecord>> {
  const prize = prizeId ? await findPrize(tx, eventId, prizeId) : undefined;
  if (prizeId && !prize) return fail('prize-not-found');
  if (prize && prize.left < 1) return fail('prize-already-drawn');
  if (prize && count && count > prize.left) return fail('too-many-winners');
  const rollCall = onlyHere ? await findLastRollCall(tx, eventId) : 0;
  if (rollCall === undefined) return fail('no-roll-call');
  await closeRollCall(tx, eventId);

  const next = await nextRecord(tx, chain);
  const { number, commitment, previousRecord } = next;
  const { maxChances } = chain;
  const { name: prizeName = null, quantity = 0, left = 1 } = prize ?? {};
  const winnerCount = count ?? left;
  const { sealedAt } = await tx.queryOne<{ sealedAt: string }>(sql`
    select clock_timestamp()::timestamptz(3) as sealed_at`);
  const seed = source.kind === 'beacon' ? next.seed : null;
  const round = source.kind === 'beacon' ? source.round : null;
  await appendRecord(tx, chain, next, {
    kind: 'sealed',
    seed,
    conducted_by: conductedBy,
    prize_id: prizeId,
    prize_name: prizeName,
    quantity,
    winner_count: winnerCount,
    roll_call: rollCall,
    max_chances: maxChances,
    sealed_at: sealedAt,
    source: source.kind,
    beacon_round: round,
  });
  const { size, rosterHash, registerHash } = await storeRoster(tx, chain, { number, rollCall });
  // Thrown to roll back, so that the number is used again.
  if (size === 0) throw new Problem('nobody-eligible');
  const sealHash = Buffer.from(
    sealHashOf(eventId, {
      ...{ number, commitment, previousRecord, prizeId, prizeName, quantity, rollCall, maxChances },
      ...{ rosterHash, registerHash, source },
      count: winnerCount,
      sealedAt: Date.parse(sealedAt),
    }),
  );
  await tx.execute(sql`
    update records set seal_hash = ${sealHash} where event_id = ${eventId} and number = ${number}`);
  const facts = { number, prizeId, quantity, winnerCount, rollCall, round, sealHash, seed };
  return succeed({ ...facts, source: source.kind, conductedBy });
}

/** Finds the prize and locks it, so that it cannot be deleted before the draw is stored. */
async function findPrize(tx: Db, eventId: string, prizeId: string) {
  const [prize] = await tx.query<{ name: string; quantity: number; left: number }>(sql`
    select name, quantity, quantity - (
      select count(*)::int from winners w
      where w.prize_id = p.id and w.forfeited_by is null) as left
    from prizes p where p.id = ${prizeId} and p.event_id = ${eventId}
    for key share of p`);
  return prize;
}

/** Computes the winners, copies their details and stores the record. */
async function conclude(
  tx: Db,
  chain: EventChain,
  sealed: SealedRecord,
  added: Added,
  presenter: { conductedBy: string; requestId?: string | undefined } = sealed,
): Promise<DrawnResult> {
  const { eventId } = chain;
  const { number, prizeId } = sealed;
  const seed = Buffer.from(seedOfSealed(chain, sealed));
  const input = inputOf(sealed.sealHash, added);
  const lines = await drawLines(tx, eventId, { ...sealed, seed }, input);
  const winners = await findWinners(tx, chain, number, lines);
  const persons = await mapWithPauses(lines, (line) => personOf(eventId, line));
  const record = drawRecordOf({
    input,
    seed,
    winners: lines.map(({ index }, winnerIndex) => ({
      index,
      person: persons[winnerIndex] as Uint8Array,
    })),
  });
  const slots = await freeSlots(tx, sealed, winners.length);
  await tx.execute(sql`
    update records set
      kind = 'draw', seed = ${seed}, record = ${Buffer.from(record)}, at = clock_timestamp(),
      phrase = ${added.kind === 'phrase' ? added.phrase : null}, conducted_by = ${presenter.conductedBy},
      request_id = ${presenter.requestId ?? null}
    where event_id = ${eventId} and number = ${number}`);
  const hex = (all: Uint8Array[]) => all.map((each) => Buffer.from(each).toString('hex'));
  await tx.execute(sql`
    insert into winners (event_id, number, place, prize_id, slot, line_index, tickets, chances, lead_id, ticket, salt,
                         name, email)
    select ${eventId}, ${number}, place - 1, ${prizeId}, slot, line_index, decode(tickets, 'hex'), chances, lead_id,
           decode(ticket, 'hex'), decode(salt, 'hex'), name, email
    from unnest(${slots}::int[], ${lines.map(({ index }) => index)}::int[], ${hex(lines.map(({ tickets }) => tickets))}::text[],
                ${lines.map(({ chances }) => chances)}::int[], ${winners.map(({ lead }) => lead.id)}::uuid[],
                ${hex(winners.map(({ lead }) => lead.ticket))}::text[], ${hex(winners.map(({ salt }) => salt))}::text[],
                ${winners.map(({ lead }) => lead.name)}::text[], ${winners.map(({ lead }) => lead.email)}::text[])
      with ordinality w (slot, line_index, tickets, chances, lead_id, ticket, salt, name, email, place)`);
  // Every screen shows the phrase or the beacon that decided, while names roll.
  const decided = added.kind === 'beacon' ? `drand ${added.signature.slice(0, 16)}…` : '';
  await showWinners(tx, eventId, {
    number,
    prizeId,
    phrase: added.kind === 'phrase' ? added.phrase : decided,
  });
  await publish(tx, 'winners drawn', {
    eventIds: [eventId],
    number,
    winners: winnersOfDraw(eventId, number),
  });
  await appendRestoreRecord(tx, chain);
  const drawn = await readDrawn(tx, eventId, number);
  const names = winners.flatMap(({ lead, others }) =>
    others.map(({ name }) => name).filter((name) => name !== lead.name),
  );
  return { ...drawn.result, otherNames: shownNames(names, drawn) };
}

/** The other names under the winners' phone numbers, for the presenter, shortened as the event shows names. */
function shownNames(names: string[], { result, display }: Drawn): string[] {
  const publicNames = names.map((name) => publishWinner({ name, email: null, display }).name);
  return [...new Set(publicNames)]
    .filter((name) => name !== result.winner.name)
    .slice(0, OTHER_NAMES_MAX);
}

type Drawn = { result: Omit<DrawnResult, 'otherNames'>; display: StoredResult['display'] };

async function readDrawn(tx: Db, eventId: string, number: number): Promise<Drawn> {
  const rows = await tx.query<{ result: StoredResult }>(sql`
    select ${resultJson} as result
    from winners w join records d using (event_id, number) join events e on e.id = w.event_id
    where w.event_id = ${eventId} and w.number = ${number} order by w.place`);
  const winners = rows.map(({ result }) => publishResult(result));
  const [first] = winners;
  if (!first) throw new Error('A draw has no winner');
  return { result: { ...first, winners }, display: rows[0]?.result.display ?? 'short' };
}

/** The draw that an earlier request has held, with its source and number of winners. */
interface DrawBefore {
  result: DrawnResult;
  source: Source['kind'];
  winnerCount: number;
  onlyHere: boolean;
}

/**
 * Whether a repeated request matches the draw held under its id. For a sealed draw the seal fixes who takes part and
 * the number of winners, and the phrase must match.
 */
function isSameRequest(
  { result, source, winnerCount, onlyHere }: DrawBefore,
  request: DrawRequest,
): boolean {
  const { prizeId, phrase, count = winnerCount, onlyHere: asked = false } = request;
  if (prizeId !== result.prizeId) return false;
  if (source === 'none') return count === winnerCount && asked === onlyHere;
  const folded = foldPhrase(phrase);
  return 'phrase' in folded && folded.phrase === result.phrase;
}

/** Finds the draw that an earlier request with this id has held. */
async function findDrawOf(
  tx: Db,
  eventId: string,
  requestId: string,
): Promise<DrawBefore | undefined> {
  const [draw] = await tx.query<{
    number: number;
    source: Source['kind'];
    winnerCount: number;
    onlyHere: boolean;
  }>(sql`
    select number, source, winner_count, roll_call > 0 as only_here from records
    where event_id = ${eventId} and request_id = ${requestId}`);
  if (!draw) return undefined;
  const drawn = await readDrawn(tx, eventId, draw.number);
  const leads = await tx.query<{ name: string }>(sql`
    select l.name from winners w join leads l on l.ticket in (
      select substring(w.tickets from n for 32) from generate_series(1, octet_length(w.tickets), 32) n)
    where w.event_id = ${eventId} and w.number = ${draw.number} and l.name <> w.name`);
  const names = leads.map(({ name }) => name);
  return { ...draw, result: { ...drawn.result, otherNames: shownNames(names, drawn) } };
}

/** The winning lines of a draw, in the order in which they are drawn. */
export async function drawLines(
  tx: Db,
  eventId: string,
  { number, seed, winnerCount }: { number: number; seed: Uint8Array; winnerCount: number },
  input: Uint8Array,
): Promise<StoredLine[]> {
  const chances = await readChances(tx, eventId, number);
  const drawn = drawEach(keyOf(seed, input), chances, winnerCount);
  const indexes = await mapWithPauses(drawn, (index) => index);
  return readLines(tx, eventId, number, indexes);
}

/** Maps items that take up to a tenth of a millisecond each, and lets other requests run in between. */
async function mapWithPauses<From, To>(
  all: Iterable<From>,
  map: (each: From) => To,
): Promise<To[]> {
  const mapped: To[] = [];
  for (const each of all) {
    mapped.push(map(each));
    if (mapped.length % 100 === 0) await setImmediate();
  }
  return mapped;
}

/** The winner of a line: the earliest lead and the others. */
interface Winner {
  lead: WinningLead;
  /** The other leads of the same person. */
  others: WinningLead[];
  salt: Uint8Array;
}

interface WinningLead {
  id: string;
  name: string;
  email: string | null;
  ticket: Buffer;
  entryCode: Buffer;
}

/**
 * Finds the people in these lines and marks their leads as won. From then on a trigger prevents changes to these
 * leads.
 */
async function findWinners(
  tx: Db,
  { eventId }: EventChain,
  number: number,
  lines: StoredLine[],
): Promise<Winner[]> {
  const tickets = lines.flatMap((line) => line.tickets.toString('hex').match(/.{64}/g) ?? []);
  const leads = await tx.query<WinningLead>(sql`
    with won as (
      update leads set won = true
      where ticket in (select decode(ticket, 'hex') from unnest(${tickets}::text[]) ticket)
      returning id, name, email, ticket, entry_code, contact_at
    )
    select id, name, email, ticket, entry_code from won order by contact_at, id`);
  // Groups the leads by line, earliest first.
  const lineIndexOf = new Map(
    lines.flatMap((line, index) =>
      (line.tickets.toString('hex').match(/.{64}/g) ?? []).map((ticket) => [ticket, index]),
    ),
  );
  const leadsByLine: WinningLead[][] = lines.map(() => []);
  for (const lead of leads)
    leadsByLine[lineIndexOf.get(lead.ticket.toString('hex')) ?? -1]?.push(lead);
  return mapWithPauses(leadsByLine, ([lead, ...others]) => {
    if (!lead) throw new Error('A person in the roster has no lead');
    return { lead, others, salt: saltOf(eventId, number, lead.entryCode) };
  });
}

/** The free slots of the prize's quantity for the winners. A unique index ensures that each slot is used once. */
async function freeSlots(
  tx: Db,
  { prizeId, quantity }: SealedRecord,
  count: number,
): Promise<number[]> {
  if (!prizeId) return Array.from({ length: count }, () => 1);
  const free = await tx.query<{ slot: number }>(sql`
    select slot from generate_series(1, ${quantity}::int) slot
    where not exists (select from winners w where w.prize_id = ${prizeId} and w.slot = slot.slot
                      and w.forfeited_by is null)
    order by slot limit ${count}`);
  return free.map(({ slot }) => slot);
}
