import { randomBytes } from 'node:crypto';
import { foldPhrase, type SealedDraw } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  inputOf,
  personOf,
  randomnessOf,
  recordOf,
  SALT_BYTES,
  type Source,
  saltOf,
  sealedInputOf,
  sealHashOf,
  seedOf,
  whoOf,
  winnerHashOf,
  winnerIndexesOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import { type BeaconChain, isRoundPossible } from '@drawbridge/contract/fair-draw/beacon';
import type { DrawnResult, RaffleResult } from '@drawbridge/contract/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/scene';
import { PHRASE_MAX_BYTES } from '@drawbridge/contract/stage';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, Problem, succeed } from '../../errors.ts';
import { drawNumbered, tellWebhooks } from '../webhook-queue.ts';
import {
  type EventChain,
  findOpen,
  nextNumber,
  type OpenDraw,
  openColumns,
  seedOfOpen,
  underLock,
} from './chain-store.ts';
import { recordRestored, rosterColumns, withRoster } from './roster-store.ts';
import { publishResult, publishWinner, type StoredResult } from './rules.ts';
import { hexTickets, readLines, resultJson, sealedJson } from './store.ts';

/** How many other names of the winners' leads the presenter is shown. */
const OTHER_NAMES_MAX = 20;

export interface DrawRequest {
  eventId: string;
  prizeId: string | null;
  phrase: string;
  conductedBy: string;
  /** How many winners; all that are left of the prize unless given. */
  winners?: number | undefined;
}

/** Completes the sealed draw if there is one, and otherwise makes a new draw. */
export async function drawWinner(
  db: Database | Db,
  request: DrawRequest,
): Promise<Outcome<DrawnResult>> {
  return underLock(db, request.eventId, (tx, chain) => drawUnderLock(tx, chain, request));
}

interface SealRequest extends Omit<DrawRequest, 'phrase'> {
  /** Of the beacon that decides instead of a phrase. */
  beacon?: { chain: BeaconChain; round: number } | undefined;
}

/** Fixes the number and the roster of the next draw, and returns them. */
export async function sealDraw(
  db: Database | Db,
  request: SealRequest,
): Promise<Outcome<SealedDraw>> {
  const { eventId, beacon } = request;
  return underLock(db, eventId, async (tx, chain) => {
    if (await findOpen(tx, eventId)) return fail('draw-sealed');
    if (beacon && chain.version === 2) return fail('earlier-draws');
    const source: Source = beacon
      ? { kind: 'beacon', chain: beacon.chain.chain, round: beacon.round }
      : { kind: 'phrase' };
    const opened = await openDraw(tx, chain, request, source);
    if (!opened.ok) return opened;
    const row = await tx.queryOne<{ sealed: SealedDraw }>(sql`
      select ${sealedJson} as sealed from draws d
      where d.event_id = ${eventId} and d.number = ${opened.value.number}`);
    const at = Date.parse(row.sealed.sealedAt);
    // Thrown, so that nothing of the seal remains.
    if (beacon && !isRoundPossible(beacon.chain, at, beacon.round)) {
      throw new Problem('round-not-possible');
    }
    return succeed(row.sealed);
  });
}

/** Makes the draw. The caller must hold the event's lock. */
export async function drawUnderLock(
  tx: Db,
  chain: EventChain,
  request: DrawRequest,
): Promise<Outcome<DrawnResult>> {
  const { eventId, prizeId, phrase } = request;
  const sealed = await findOpen(tx, eventId);
  if (sealed && sealed.prizeId !== prizeId) return fail('draw-sealed');
  if (!sealed) {
    const opened = await openDraw(tx, chain, request, { kind: 'none' });
    if (!opened.ok) return opened;
    // Nobody has called out a phrase for a draw that was not sealed; version 2 took one.
    const said = chain.version === 2 ? phrase : '';
    return succeed(await conclude(tx, chain, { ...request, phrase: said }, opened.value));
  }
  if (sealed.source === 'beacon') return fail('beacon-awaited');
  if (chain.version === 2) return succeed(await conclude(tx, chain, request, sealed));
  const folded = foldPhrase(phrase);
  const length = Buffer.byteLength(folded);
  if (length === 0 || length > PHRASE_MAX_BYTES) return fail('phrase-not-possible');
  return succeed(await conclude(tx, chain, { ...request, phrase: folded }, sealed));
}

/** Draws what is sealed for a beacon, whose signature was verified. The caller must hold the event's lock. */
export async function drawByBeacon(
  tx: Db,
  chain: EventChain,
  open: OpenDraw,
  signature: Buffer,
): Promise<DrawnResult> {
  const { eventId } = chain;
  const { number, prizeId, conductedBy } = open;
  if (!conductedBy) throw new Error('Nobody has sealed this draw');
  await tx.execute(sql`
    update draws set beacon_signature = ${signature}
    where event_id = ${eventId} and number = ${number}`);
  const request = { eventId, prizeId, phrase: '', conductedBy };
  return conclude(tx, chain, request, { ...open, beacon: signature });
}

/** Numbers the next draw and fixes its roster, and all else that nobody can change any more. */
async function openDraw(
  tx: Db,
  chain: EventChain,
  { eventId, prizeId, conductedBy, winners }: Omit<DrawRequest, 'phrase'>,
  source: Source,
): Promise<Outcome<OpenDraw>> {
  let prizeName: string | null = null;
  let quantity = 0;
  let count = winners ?? 1;
  if (prizeId) {
    const prize = await findPrize(tx, eventId, prizeId);
    if (!prize) return fail('prize-not-found');
    if (prize.left < 1) return fail('prize-already-drawn');
    if (winners && winners > prize.left) return fail('too-many-winners');
    prizeName = prize.name;
    quantity = prize.quantity;
    count = winners ?? prize.left;
  }
  if (chain.version === 2 && count > 1) return fail('earlier-draws');
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const seed = seedOf(chain.secret, chain, number);
  const commitment = Buffer.from(commitmentOf(chain, number, seed));
  const { names, values, from } = rosterColumns(chain);
  const isSealed = source.kind !== 'none';
  const fixed = chain.version > 2;
  const beacon = source.kind === 'beacon' ? source : undefined;
  const [draw] = await tx.query<OpenDraw & { at: string; registerHash: Buffer }>(sql`
    with ${withRoster(chain, number)}, now as (select clock_timestamp()::timestamptz(3) as at)
    insert into draws (event_id, number, version, state, prize_id, prize_name, commitment, previous_record,
                       quantity, winners, source, beacon_chain, beacon_round, seed, conducted_by,
                       sealed_at, fixed_at, ${names})
    select ${eventId}, ${number}, ${chain.version}, 'open', ${prizeId}, ${prizeName}, ${commitment},
           ${previousRecord}, ${fixed ? quantity : null}, ${fixed ? count : null},
           ${fixed ? source.kind : null}, decode(${beacon?.chain ?? null}, 'hex'), ${beacon?.round ?? null},
           ${beacon ? Buffer.from(seed) : null}, ${isSealed ? conductedBy : null},
           ${isSealed ? sql`now.at` : null}, ${fixed ? sql`now.at` : null}, ${values}
    from ${from}, now where roster.size > 0
    returning ${openColumns}, fixed_at as at, register_hash`);
  if (!draw) return fail('nobody-eligible');
  if (!fixed) return succeed(draw);
  const sealHash = Buffer.from(
    sealHashOf(chain, {
      ...draw,
      commitment,
      prizeName,
      quantity,
      source,
      at: Date.parse(draw.at),
    }),
  );
  await tx.execute(sql`
    update draws set seal_hash = ${sealHash} where event_id = ${eventId} and number = ${number}`);
  return succeed({ ...draw, quantity, sealHash });
}

/** Locks the prize, so that it cannot be deleted before the draw is stored. */
async function findPrize(tx: Db, eventId: string, prizeId: string) {
  const [prize] = await tx.query<{ name: string; quantity: number; left: number }>(sql`
    select name, quantity, quantity - (
      select count(*)::int from draws d
      where d.prize_id = p.id and d.state = 'drawn' and d.forfeited_by is null) as left
    from prizes p where p.id = ${prizeId} and p.event_id = ${eventId}
    for key share of p`);
  return prize;
}

/** One of a draw's winners, by the line of the roster. */
interface Winner {
  index: number;
  line: Buffer;
  lead: WinningLead;
  /** Under the same number. */
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

/** Computes the winners, copies their details and stores the results. */
async function conclude(
  tx: Db,
  chain: EventChain,
  { eventId, phrase, conductedBy }: DrawRequest,
  draw: OpenDraw,
): Promise<DrawnResult> {
  const { number } = draw;
  const seed = seedOfOpen(chain, draw);
  const input = inputFor(chain, draw, phrase);
  const indexes = winnerIndexesOf(seed, input, draw.rosterSize, draw.winners);
  const winners = await findWinners(tx, chain, number, indexes);
  const winnerHash =
    chain.version === 2 && winners[0]
      ? winnerHashOf(chain, { ...winners[0].lead, number, salt: winners[0].salt })
      : undefined;
  const record = recordOf(chain, {
    input,
    seed,
    winners: winners.map(({ index, line, lead, salt }) => {
      const who = winnerHash ? undefined : whoOf(chain, { ...lead, salt });
      return { index, person: personOf(chain, line, who) };
    }),
    ...(winnerHash && { winnerHash }),
  });
  const slots = await freeSlots(tx, draw, winners.length);
  const hex = (all: (Buffer | Uint8Array)[]) =>
    all.map((each) => Buffer.from(each).toString('hex'));
  // The first winner's row is the draw's own; each of the others gets one of their own.
  const results = await tx.query<{ result: StoredResult }>(sql`
    with winner as (
      select place - 1 as place, index, slot, lead_id, decode(line, 'hex') as line, name, email,
             decode(salt, 'hex') as salt, decode(ticket, 'hex') as ticket
      from unnest(${indexes}::int[], ${slots}::int[], ${winners.map(({ lead }) => lead.id)}::uuid[],
                  ${hex(winners.map(({ line }) => line))}::text[], ${winners.map(({ lead }) => lead.name)}::text[],
                  ${winners.map(({ lead }) => lead.email)}::text[], ${hex(winners.map(({ salt }) => salt))}::text[],
                  ${hex(winners.map(({ lead }) => lead.ticket))}::text[])
        with ordinality w (index, slot, lead_id, line, name, email, salt, ticket, place)
    ),
    first as (
      update draws d set
        state = 'drawn', seed = ${Buffer.from(seed)}, record = ${Buffer.from(record)},
        ended_at = clock_timestamp(), phrase = ${phrase}, slot = w.slot, winner_index = w.index,
        winner_tickets = w.line, winner_id = w.lead_id, winner_name = w.name, winner_email = w.email,
        winner_salt = w.salt, winner_ticket = w.ticket,
        winner_hash = ${winnerHash ? Buffer.from(winnerHash) : null}, conducted_by = ${conductedBy}
      from winner w
      where d.event_id = ${eventId} and d.number = ${number} and w.place = 0
      returning d.*
    ),
    more as (
      insert into draws (event_id, number, place, version, state, commitment, previous_record, seed, record,
                         ended_at, prize_id, prize_name, phrase, quantity, sealed_at, fixed_at, conducted_by,
                         slot, winner_index, winner_tickets, winner_id, winner_name, winner_email,
                         winner_salt, winner_ticket)
      select d.event_id, d.number, w.place, d.version, d.state, d.commitment, d.previous_record, d.seed,
             d.record, d.ended_at, d.prize_id, d.prize_name, d.phrase, d.quantity, d.sealed_at, d.fixed_at,
             d.conducted_by, w.slot, w.index, w.line, w.lead_id, w.name, w.email, w.salt, w.ticket
      from first d, winner w where w.place > 0
      returning *
    )
    select ${resultJson} as result
    from (select * from first union all select * from more) d join events e on e.id = d.event_id
    order by d.place`);
  await tx.execute(tellWebhooks('winner.drawn', drawNumbered(eventId, number)));
  await recordRestored(tx, chain);
  const [first, ...rest] = results.map(({ result }) => publishResult(result));
  if (!first) throw new Error('A draw has no winner');
  // While names roll, every screen shows what has decided.
  const decided = draw.beacon ? `drand ${draw.beacon.toString('hex', 0, 8)}…` : phrase;
  await stageDraw(tx, { ...first, phrase: decided });
  const display = results[0]?.result.display ?? 'short';
  const names = new Set(
    winners.flatMap(({ lead, others }) =>
      others.map(({ name }) => name).filter((name) => name !== lead.name),
    ),
  );
  const otherNames = [...names].map((name) => publishWinner({ name, email: null, display }).name);
  const shown = new Set(otherNames.filter((name) => name !== first.winner.name));
  return {
    ...first,
    winners: [first, ...rest],
    otherNames: [...shown].slice(0, OTHER_NAMES_MAX),
  };
}

function inputFor(chain: EventChain, draw: OpenDraw, phrase: string): Uint8Array {
  if (!draw.sealHash || !draw.source) return inputOf(chain, { ...draw, phrase });
  const randomness = randomnessOf(draw.beacon?.toString('hex') ?? '');
  return sealedInputOf(draw.sealHash, draw.source, { phrase, randomness });
}

/** The people in these lines. From here on a trigger prevents changes to their leads. */
async function findWinners(
  tx: Db,
  chain: EventChain,
  number: number,
  indexes: number[],
): Promise<Winner[]> {
  const lines: Buffer[] = [];
  for (const index of indexes) {
    const [line] = await readLines(tx, chain.eventId, number, index, 1);
    if (!line) throw new Error('The roster has no line for its winner');
    lines.push(line);
  }
  const tickets = lines.flatMap(hexTickets);
  const leads = await tx.query<WinningLead>(sql`
    with won as (
      update leads set won = true
      where ticket in (select decode(ticket, 'hex') from unnest(${tickets}::text[]) ticket)
      returning id, name, email, ticket, entry_code, submitted_at
    )
    select id, name, email, ticket, entry_code from won order by submitted_at, id`);
  return lines.map((line, place) => {
    const [lead, ...others] = leads.filter(({ ticket }) => line.includes(ticket));
    if (!lead) throw new Error('A person in the roster has no lead');
    const salt =
      chain.version === 2 ? randomBytes(SALT_BYTES) : saltOf(chain, number, lead.entryCode);
    return { index: indexes[place] as number, line, lead, others, salt };
  });
}

/** Which of the prizes of one kind the winners get. A unique index lets nobody else have them. */
async function freeSlots(
  tx: Db,
  { prizeId, quantity }: OpenDraw,
  count: number,
): Promise<number[]> {
  if (!prizeId) return Array.from({ length: count }, () => 1);
  const free = await tx.query<{ slot: number }>(sql`
    select slot from generate_series(1, ${quantity}::int) slot
    where not exists (select from draws d where d.prize_id = ${prizeId} and d.slot = slot.slot
                      and d.state = 'drawn' and d.forfeited_by is null)
    order by slot limit ${count}`);
  return free.map(({ slot }) => slot);
}

/** When every screen shows the winner: soon if they have seen the draw begin, and otherwise after they have. */
async function stageDraw(tx: Db, { eventId, prizeId, phrase, conductedAt }: RaffleResult) {
  const at = sql`${conductedAt}::timestamptz`;
  const begun = await tx.execute(sql`
    update staged_draws set
      request_id = null, session_id = null,
      reveals_at = greatest(${at}, began_at + suspense * interval '1 second') + ${REVEAL_AFTER_MS} * interval '1 millisecond'
    where event_id = ${eventId} and prize_id is not distinct from ${prizeId}::uuid and reveals_at is null`);
  if (begun > 0) return;
  await tx.execute(sql`
    insert into staged_draws (event_id, prize_id, phrase, suspense, began_at, reveals_at)
    select id, ${prizeId}, ${phrase}, suspense, ${at}, ${at} + suspense * interval '1 second'
    from events where id = ${eventId}
    on conflict (event_id) do update set
      (prize_id, phrase, suspense, tickets, request_id, session_id, began_at, reveals_at) =
        (excluded.prize_id, excluded.phrase, excluded.suspense, '{}', null, null, excluded.began_at,
         excluded.reveals_at)`);
}
