import { randomBytes } from 'node:crypto';
import type { RaffleRecord, SealedDraw } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  forfeitRecordOf,
  inputOf,
  NO_RECORD,
  personOf,
  personPrefix,
  recordOf,
  rosterPrefix,
  SALT_BYTES,
  seedOf,
  voidRecordOf,
  winnerHashOf,
  winnerIndexOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import type { DrawnResult, RaffleResult } from '@drawbridge/contract/raffle';
import { DRAW_ANIMATION_MS, REVEAL_AFTER_MS } from '@drawbridge/contract/scene';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { publishResult, publishWinner, type StoredResult } from './rules.ts';
import { findRecord, hexTickets, readLines, resultJson, sealedJson } from './store.ts';

/** How many other names of the winner's leads the presenter is shown. */
const OTHER_NAMES_MAX = 20;

export interface DrawRequest {
  eventId: string;
  prizeId: string | null;
  phrase: string;
  conductedBy: string;
}

/** A draw with its number, its prize and its roster, but without a winner. */
interface OpenDraw {
  number: number;
  prizeId: string | null;
  previousRecord: Buffer;
  rosterHash: Buffer;
  rosterSize: number;
  sealed: boolean;
}

/** Completes the sealed draw if there is one, and otherwise makes a new draw. */
export async function drawWinner(
  db: Database | Db,
  request: DrawRequest,
): Promise<Outcome<DrawnResult>> {
  return underLock(db, request.eventId, (tx, secret) => drawUnderLock(tx, secret, request));
}

/** Fixes the number and the roster of the next draw, and returns them. */
export async function sealDraw(
  db: Database | Db,
  { eventId, prizeId }: Pick<DrawRequest, 'eventId' | 'prizeId'>,
): Promise<Outcome<SealedDraw>> {
  return underLock(db, eventId, async (tx, secret) => {
    if (await findOpen(tx, eventId)) return fail('draw-sealed');
    const opened = await openDraw(tx, secret, eventId, prizeId, 'sealed');
    if (!opened.ok) return opened;
    const row = await tx.queryOne<{ sealed: SealedDraw }>(sql`
      select ${sealedJson} as sealed from draws d
      where d.event_id = ${eventId} and d.number = ${opened.value.number}`);
    return succeed(row.sealed);
  });
}

/** Voids the sealed draw. It stays on record with its seed, and its number is not used again. */
export async function voidDraw(
  db: Database | Db,
  eventId: string,
  reason: string,
): Promise<Outcome<RaffleRecord>> {
  return underLock(db, eventId, async (tx, secret) => {
    const draw = await findOpen(tx, eventId);
    if (!draw) return fail('nothing-sealed');
    const seed = seedOf(secret, eventId, draw.number);
    const record = voidRecordOf({ ...draw, eventId, reason });
    await tx.execute(sql`
      update draws set state = 'void', seed = ${Buffer.from(seed)},
                       record = ${Buffer.from(record)}, reason = ${reason},
                       ended_at = clock_timestamp()
      where event_id = ${eventId} and number = ${draw.number}`);
    return succeed(await recordAt(tx, eventId, draw.number));
  });
}

/** Passes over the winner of a draw, so that the prize can be drawn again. */
export async function forfeitDraw(
  db: Database | Db,
  request: { eventId: string; forfeits: number; reason: string },
): Promise<Outcome<RaffleRecord>> {
  return underLock(db, request.eventId, (tx, secret) => forfeitUnderLock(tx, secret, request));
}

/** Records the forfeit. The caller must hold the event's lock. */
export async function forfeitUnderLock(
  tx: Db,
  secret: Uint8Array,
  { eventId, forfeits, reason }: { eventId: string; forfeits: number; reason: string },
): Promise<Outcome<RaffleRecord>> {
  const [draw] = await tx.query<{
    state: string;
    forfeitedBy: number | null;
    handedOver: boolean;
  }>(sql`
    select state, forfeited_by, handed_over_at is not null as handed_over from draws
    where event_id = ${eventId} and number = ${forfeits} and state <> 'open'`);
  if (!draw || draw.state === 'forfeit') return fail('draw-not-found');
  if (draw.state === 'void') return fail('draw-void');
  if (draw.forfeitedBy !== null) return fail('already-forfeited');
  if (draw.handedOver) return fail('prize-handed-over');
  // A record between a sealed draw and its result would break the chain.
  if (await findOpen(tx, eventId)) return fail('draw-sealed');
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const seed = seedOf(secret, eventId, number);
  const record = forfeitRecordOf({ eventId, number, forfeits, reason, previousRecord });
  await tx.execute(sql`
    update draws set forfeited_by = ${number}
    where event_id = ${eventId} and number = ${forfeits}`);
  await tx.execute(sql`
    insert into draws (event_id, number, state, commitment, previous_record, seed, record, ended_at,
                       forfeits, reason)
    values (${eventId}, ${number}, 'forfeit', ${Buffer.from(commitmentOf(eventId, number, seed))},
            ${previousRecord}, ${Buffer.from(seed)}, ${Buffer.from(record)}, clock_timestamp(),
            ${forfeits}, ${reason})`);
  return succeed(await recordAt(tx, eventId, number));
}

/** Makes the draw. The caller must hold the event's lock. */
export async function drawUnderLock(
  tx: Db,
  secret: Uint8Array,
  request: DrawRequest,
): Promise<Outcome<DrawnResult>> {
  const { eventId, prizeId } = request;
  const sealed = await findOpen(tx, eventId);
  if (sealed && sealed.prizeId !== prizeId) return fail('draw-sealed');
  if (sealed) return succeed(await conclude(tx, secret, request, sealed));
  const opened = await openDraw(tx, secret, eventId, prizeId, 'not sealed');
  return opened.ok ? succeed(await conclude(tx, secret, request, opened.value)) : opened;
}

/** Serialises the records of one event; different events do not wait for each other. */
export async function underLock<T>(
  db: Database | Db,
  eventId: string,
  work: (tx: Db, secret: Uint8Array) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(db, async (tx) => {
      // New leads can still be added meanwhile, because this lock does not cover the event's key.
      const [event] = await tx.query<{ drawSecret: Buffer }>(sql`
        select draw_secret from events where id = ${eventId} for no key update`);
      return event ? work(tx, event.drawSecret) : fail('event-not-found');
    });
  } catch (error) {
    // The unique indexes still decide if a lock is ever forgotten.
    if (violates(error, 'draws_prize_key')) return fail('prize-already-drawn');
    if (violates(error, 'draws_forfeits_key')) return fail('already-forfeited');
    throw error;
  }
}

/** Numbers the next draw and fixes its roster. */
async function openDraw(
  tx: Db,
  secret: Uint8Array,
  eventId: string,
  prizeId: string | null,
  seal: 'sealed' | 'not sealed',
): Promise<Outcome<OpenDraw>> {
  let prizeName: string | null = null;
  if (prizeId) {
    const prize = await findPrize(tx, eventId, prizeId);
    if (!prize) return fail('prize-not-found');
    if (prize.drawn) return fail('prize-already-drawn');
    prizeName = prize.name;
  }
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const commitment = commitmentOf(eventId, number, seedOf(secret, eventId, number));
  // One phone number is one chance. A person is a group of leads, which PostgreSQL hashes in the same way
  // as `personOf` and `rosterHasher` in the contract.
  const [draw] = await tx.query<OpenDraw>(sql`
    with line as (
      select string_agg(ticket, '' order by ticket) as tickets, count(*)::int as size
      from eligible_leads(${eventId}) group by phone_key
    ),
    person as (
      select tickets, size,
             sha256(${Buffer.from(personPrefix(eventId))} || int4send(size) || tickets) as hash
      from line
    ),
    roster as (
      select string_agg(tickets, '' order by hash) as tickets,
             string_agg(int4send(line_end::int), '' order by hash) as line_ends,
             count(*)::int as size,
             sha256(${Buffer.from(rosterPrefix(eventId))} || int4send(count(*)::int)
                    || string_agg(hash, '' order by hash)) as hash
      from (select *, sum(size) over (order by hash rows unbounded preceding) as line_end
            from person) sorted
    )
    insert into draws (event_id, number, state, prize_id, prize_name, commitment, previous_record,
                       tickets, line_ends, roster_size, roster_hash, sealed_at)
    select ${eventId}, ${number}, 'open', ${prizeId}, ${prizeName}, ${Buffer.from(commitment)},
           ${previousRecord}, tickets, line_ends, size, hash,
           ${seal === 'sealed' ? sql`clock_timestamp()` : null}
    from roster where size > 0
    returning number, prize_id, previous_record, roster_hash, roster_size,
              sealed_at is not null as sealed`);
  return draw ? succeed(draw) : fail('nobody-eligible');
}

/** Locks the prize, so that it cannot be deleted before the draw is stored. */
async function findPrize(tx: Db, eventId: string, prizeId: string) {
  const [prize] = await tx.query<{ name: string; drawn: boolean }>(sql`
    select name, exists (
      select from draws d
      where d.prize_id = p.id and d.state = 'drawn' and d.forfeited_by is null) as drawn
    from prizes p where p.id = ${prizeId} and p.event_id = ${eventId}
    for key share of p`);
  return prize;
}

/** The event's lock prevents gaps: the number of a draw that fails is used again. */
async function nextNumber(tx: Db, eventId: string) {
  const [last] = await tx.query<{ number: number; record: Buffer }>(sql`
    select number, record from draws where event_id = ${eventId} order by number desc limit 1`);
  return {
    number: (last?.number ?? 0) + 1,
    previousRecord: last?.record ?? Buffer.from(NO_RECORD),
  };
}

/** The sealed draw, or one that this transaction has just opened. */
async function findOpen(tx: Db, eventId: string): Promise<OpenDraw | undefined> {
  const [draw] = await tx.query<OpenDraw>(sql`
    select number, prize_id, previous_record, roster_hash, roster_size,
           sealed_at is not null as sealed
    from draws where event_id = ${eventId} and state = 'open'`);
  return draw;
}

/** Computes the winner, copies their details and stores the result. */
async function conclude(
  tx: Db,
  secret: Uint8Array,
  { eventId, phrase, conductedBy }: DrawRequest,
  draw: OpenDraw,
): Promise<DrawnResult> {
  const { number } = draw;
  const seed = seedOf(secret, eventId, number);
  const input = inputOf({ ...draw, eventId, phrase });
  const winnerIndex = winnerIndexOf(seed, input, draw.rosterSize);
  const [line] = await readLines(tx, eventId, number, winnerIndex, 1);
  if (!line) throw new Error('The roster has no line for its winner');
  // From here on a trigger prevents changes to these leads.
  const leads = await tx.query<{ id: string; name: string; email: string | null }>(sql`
    with won as (
      update leads set won = true
      where ticket in (select decode(ticket, 'hex') from unnest(${hexTickets(line)}::text[]) ticket)
      returning id, name, email, submitted_at
    )
    select id, name, email from won order by submitted_at, id`);
  const [winner, ...others] = leads;
  if (!winner) throw new Error('A person in the roster has no lead');
  const salt = randomBytes(SALT_BYTES);
  const { name, email } = winner;
  const winnerHash = winnerHashOf({ eventId, number, salt, name, email });
  const record = recordOf({
    input,
    seed,
    winnerIndex,
    person: personOf(eventId, line),
    winnerHash,
  });
  const row = await tx.queryOne<{ result: StoredResult }>(sql`
    update draws d set
      state = 'drawn', seed = ${Buffer.from(seed)}, record = ${Buffer.from(record)},
      ended_at = clock_timestamp(), phrase = ${phrase}, winner_index = ${winnerIndex},
      winner_tickets = ${line}, winner_id = ${winner.id}, winner_name = ${winner.name},
      winner_email = ${winner.email}, winner_salt = ${salt},
      winner_hash = ${Buffer.from(winnerHash)}, conducted_by = ${conductedBy}
    from events e
    where e.id = d.event_id and d.event_id = ${eventId} and d.number = ${number}
    returning ${resultJson} as result`);
  const { display } = row.result;
  const result = publishResult(row.result);
  await stageDraw(tx, result);
  const names = new Set(
    others.map(({ name }) => publishWinner({ name, email: null, display }).name),
  );
  names.delete(result.winner.name);
  return { ...result, otherNames: [...names].slice(0, OTHER_NAMES_MAX) };
}

/** When every screen shows the winner: soon if they have seen the draw begin, and otherwise after they have. */
async function stageDraw(tx: Db, { eventId, prizeId, phrase, conductedAt }: RaffleResult) {
  const at = sql`${conductedAt}::timestamptz`;
  const animation = sql`${DRAW_ANIMATION_MS} * interval '1 millisecond'`;
  const begun = await tx.execute(sql`
    update staged_draws set
      request_id = null, session_id = null,
      reveals_at = greatest(${at}, began_at + ${animation}) + ${REVEAL_AFTER_MS} * interval '1 millisecond'
    where event_id = ${eventId} and prize_id is not distinct from ${prizeId}::uuid and reveals_at is null`);
  if (begun > 0) return;
  await tx.execute(sql`
    insert into staged_draws (event_id, prize_id, phrase, began_at, reveals_at)
    values (${eventId}, ${prizeId}, ${phrase}, ${at}, ${at} + ${animation})
    on conflict (event_id) do update set
      (prize_id, phrase, tickets, request_id, session_id, began_at, reveals_at) =
        (excluded.prize_id, excluded.phrase, '{}', null, null, excluded.began_at, excluded.reveals_at)`);
}

async function recordAt(tx: Db, eventId: string, number: number): Promise<RaffleRecord> {
  const record = await findRecord(tx, eventId, number);
  if (!record) throw new Error('A record vanished while its event was locked');
  return record;
}
