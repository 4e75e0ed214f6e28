import type { DrawRecord, SealedDraw } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  HASH_BYTES,
  inputOf,
  NO_RECORD,
  recordOf,
  seedOf,
  voidRecordOf,
  winnerIndexOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import { hashAt } from '@drawbridge/contract/fair-draw/roster';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { type Database, type Db, isDeadlock, violates } from '../../db/client.ts';
import { withLargeValue } from '../../db/large-value.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { readRoster } from './roster-store.ts';
import { membersBetween, type Part, packMembers, placesOf, unpackIds, writeId } from './rules.ts';
import { findDraw, selectResults } from './store.ts';

export interface DrawOrder {
  eventId: string;
  prizeId: string | null;
  phrase: string;
  conductedBy: string;
}

/** A draw with its number, its prize and the people in it, but without a winner. */
interface OpenDraw {
  number: number;
  prizeId: string | null;
  prizeName: string | null;
  seed: Uint8Array;
  commitment: Uint8Array;
  previousRecord: Uint8Array;
  rosterHash: Uint8Array;
  rosterSize: number;
}

/** The person at a place in the roster. */
interface Person {
  hash: Uint8Array;
  winnerId: string;
  /** Sorted. */
  tickets: Buffer[];
}

type Unnumbered = Pick<OpenDraw, 'number' | 'previousRecord'>;

/** Draws the sealed draw if there is one, and a new one otherwise. */
export async function drawWinner(sql: Database, order: DrawOrder): Promise<Outcome<RaffleResult>> {
  return underLock(sql, order.eventId, (tx, secret) => drawUnderLock(tx, secret, order));
}

/** Fixes the number and the roster of the next draw, and shows what they are. */
export async function sealDraw(
  sql: Database,
  { eventId, prizeId }: Pick<DrawOrder, 'eventId' | 'prizeId'>,
): Promise<Outcome<SealedDraw>> {
  return underLock(sql, eventId, async (tx, secret) => {
    if (await findSealed(tx, secret, eventId)) return fail('draw-sealed');
    const opened = await openDraw(tx, secret, eventId, prizeId);
    if (!opened.ok) return opened;
    const { draw, roster } = opened.value;
    const members = packMembers(roster.size, (index) => roster.leadsOf(index).map(({ id }) => id));
    await withLargeValue(tx, roster.hashes, (hashes) =>
      withLargeValue(
        tx,
        members,
        (packed) => tx`
          insert into draws (event_id, number, state, prize_id, prize_name, commitment, roster,
                             roster_hash, previous_record, members)
          values (${eventId}, ${draw.number}, 'sealed', ${prizeId}, ${draw.prizeName},
                  ${Buffer.from(draw.commitment)}, ${hashes}, ${Buffer.from(draw.rosterHash)},
                  ${Buffer.from(draw.previousRecord)}, ${packed})`,
      ),
    );
    return succeed({
      number: draw.number,
      prizeId,
      commitment: hex(draw.commitment),
      rosterSize: draw.rosterSize,
      rosterHash: hex(draw.rosterHash),
    });
  });
}

/** Gives a sealed draw up. It stays on record with its seed, and its number is used up. */
export async function voidDraw(
  sql: Database,
  eventId: string,
  reason: string,
): Promise<Outcome<DrawRecord>> {
  return underLock(sql, eventId, async (tx, secret) => {
    const draw = await findSealed(tx, secret, eventId);
    if (!draw) return fail('nothing-sealed');
    const record = voidRecordOf({ ...draw, eventId, reason });
    await tx`
      update draws set state = 'void', members = null, seed = ${Buffer.from(draw.seed)},
                       record = ${Buffer.from(record)}, void_reason = ${reason},
                       ended_at = clock_timestamp()
      where event_id = ${eventId} and number = ${draw.number}`;
    const ended = await findDraw(tx, eventId, draw.number);
    if (!ended) throw new Error('A draw vanished while its event was locked');
    return succeed(ended);
  });
}

/** The draw itself; only right while the caller holds the event's lock. */
export async function drawUnderLock(
  tx: Db,
  secret: Uint8Array,
  order: DrawOrder,
): Promise<Outcome<RaffleResult>> {
  const { eventId, prizeId } = order;
  const sealed = await findSealed(tx, secret, eventId);
  if (sealed) {
    if (sealed.prizeId !== prizeId) return fail('draw-sealed');
    return succeed(
      await conclude(tx, order, sealed, (index) => findSealedPerson(tx, eventId, sealed, index)),
    );
  }
  const opened = await openDraw(tx, secret, eventId, prizeId);
  if (!opened.ok) return opened;
  const { draw, roster } = opened.value;
  return succeed(
    await conclude(
      tx,
      order,
      draw,
      async (index) => personAt(roster.hashes, roster.leadsOf(index), index),
      roster.hashes,
    ),
  );
}

/** Draws of one event happen one after the other; those of different events do not wait. */
async function underLock<T>(
  sql: Database,
  eventId: string,
  work: (tx: Db, secret: Uint8Array) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(sql, async (tx) => {
      // New leads still come in meanwhile: this lock does not touch the event's key.
      const [event] = await tx<{ drawSecret: Buffer }[]>`
        select draw_secret from events where id = ${eventId} for no key update`;
      return event ? work(tx, event.drawSecret) : fail('event-not-found');
    });
  } catch (error) {
    // The index is the last word on a prize, should a lock ever be forgotten.
    if (violates(error, 'raffles_prize_key')) return fail('prize-already-drawn');
    // The chosen lead was being deleted or moved away and waited for us: nothing was drawn yet.
    if (isDeadlock(error) || violates(error, 'raffles_event_id_winner_id_fkey')) {
      return underLock(sql, eventId, work);
    }
    throw error;
  }
}

/** Numbers the next draw and finds who is in it. */
async function openDraw(tx: Db, secret: Uint8Array, eventId: string, prizeId: string | null) {
  let prizeName: string | null = null;
  if (prizeId) {
    // Locked, so that the prize cannot be deleted before the draw is written down.
    const [prize] = await tx<{ name: string; drawn: boolean }[]>`
      select name, exists (select from raffles r where r.prize_id = p.id) as drawn
      from prizes p where p.id = ${prizeId} and p.event_id = ${eventId}
      for key share of p`;
    if (!prize) return fail('prize-not-found');
    if (prize.drawn) return fail('prize-already-drawn');
    prizeName = prize.name;
  }
  const roster = await readRoster(tx, eventId);
  if (roster.size === 0) return fail('nobody-eligible');
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const seed = seedOf(secret, eventId, number);
  const draw: OpenDraw = {
    number,
    prizeId,
    prizeName,
    seed,
    commitment: commitmentOf(eventId, number, seed),
    previousRecord,
    rosterHash: roster.hash,
    rosterSize: roster.size,
  };
  return succeed({ draw, roster });
}

/** Under the event's lock there are no gaps: a draw that fails takes its number back with it. */
async function nextNumber(tx: Db, eventId: string): Promise<Unnumbered> {
  const [last] = await tx<{ number: number; record: Buffer }[]>`
    select number, record from draws where event_id = ${eventId} order by number desc limit 1`;
  return { number: (last?.number ?? 0) + 1, previousRecord: last?.record ?? NO_RECORD };
}

async function findSealed(
  tx: Db,
  secret: Uint8Array,
  eventId: string,
): Promise<OpenDraw | undefined> {
  const [sealed] = await tx<Omit<OpenDraw, 'seed'>[]>`
    select number, prize_id, prize_name, commitment, previous_record, roster_hash,
           octet_length(roster) / ${HASH_BYTES}::int as roster_size
    from draws where event_id = ${eventId} and state = 'sealed'`;
  return sealed && { ...sealed, seed: seedOf(secret, eventId, sealed.number) };
}

/** Reads the one person out of a sealed roster that may hold a hundred thousand. */
async function findSealedPerson(
  tx: Db,
  eventId: string,
  { number, rosterSize }: OpenDraw,
  index: number,
): Promise<Person> {
  const part = async (column: 'roster' | 'members', { from, length }: Part) => {
    const [row] = await tx<[{ bytes: Buffer }]>`
      select substring(${tx(column)} from ${from}::int for ${length}::int) as bytes
      from draws where event_id = ${eventId} and number = ${number}`;
    return row.bytes;
  };
  const places = await part('members', placesOf(index));
  const ids = unpackIds(await part('members', membersBetween(places, rosterSize))).map(writeId);
  // None of them can have gone: an event with a sealed draw keeps its leads.
  const leads = await tx<{ id: Buffer; ticket: Buffer }[]>`
    select uuid_send(id) as id, ticket from leads where id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], id)`;
  const hash = await part('roster', { from: index * HASH_BYTES + 1, length: HASH_BYTES });
  return personAt(hash, leads, 0);
}

function personAt(
  hashes: Uint8Array,
  leads: readonly { id: Buffer; ticket: Buffer }[],
  index: number,
): Person {
  const [earliest] = leads;
  if (!earliest) throw new Error('A person in the roster has no lead');
  return {
    hash: hashAt(hashes, index),
    winnerId: writeId(earliest.id),
    tickets: leads.map(({ ticket }) => ticket).toSorted(Buffer.compare),
  };
}

/** Computes the winner and writes everything down. A draw that was not sealed brings its roster. */
async function conclude(
  tx: Db,
  { eventId, phrase, conductedBy }: DrawOrder,
  draw: OpenDraw,
  findPerson: (index: number) => Promise<Person>,
  roster?: Uint8Array,
): Promise<RaffleResult> {
  const input = inputOf({ ...draw, eventId, phrase });
  const winnerIndex = winnerIndexOf(draw.seed, input, draw.rosterSize);
  const winner = await findPerson(winnerIndex);
  const record = recordOf({ input, seed: draw.seed, winnerIndex, winner: winner.hash });
  const [raffle] = await tx<[{ id: string; conductedAt: string }]>`
    insert into raffles (event_id, prize_id, winner_id, conducted_by, conducted_at)
    values (${eventId}, ${draw.prizeId}, ${winner.winnerId}, ${conductedBy}, clock_timestamp())
    returning id, conducted_at`;
  const outcome = {
    state: 'drawn',
    members: null,
    seed: Buffer.from(draw.seed),
    phrase,
    winner_index: winnerIndex,
    winner_tickets: Buffer.concat(winner.tickets),
    record: Buffer.from(record),
    raffle_id: raffle.id,
    ended_at: raffle.conductedAt,
  };
  if (roster) {
    const opened = {
      event_id: eventId,
      number: draw.number,
      prize_id: draw.prizeId,
      prize_name: draw.prizeName,
      commitment: Buffer.from(draw.commitment),
      roster_hash: Buffer.from(draw.rosterHash),
      previous_record: Buffer.from(draw.previousRecord),
    };
    await withLargeValue(tx, roster, (hashes) => {
      // A fragment can be a value, but the driver's types do not say so.
      const row = { ...opened, ...outcome, roster: hashes as unknown as Buffer };
      return tx`insert into draws ${tx(row)}`;
    });
  } else {
    await tx`
      update draws set ${tx(outcome)}
      where event_id = ${eventId} and number = ${draw.number}`;
  }
  const [result] = await tx<[RaffleResult]>`${selectResults(tx)} where r.id = ${raffle.id}`;
  return result;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
