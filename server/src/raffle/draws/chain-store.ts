import { NO_RECORD } from '@drawbridge/contract/fair-draw/bytes';
import type { RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import { commitmentOf, seedOf } from '@drawbridge/contract/fair-draw/records';
import type { Source } from '@drawbridge/contract/fair-draw/sealed/seal';
import sql, { join, raw } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome } from '../../errors.ts';
import { findRecord } from './store.ts';

/** An event whose row this transaction has locked, with the secret from which its seeds are derived. */
export interface EventChain {
  eventId: string;
  secret: Buffer;
  maxChances: number;
}

/** Serialises the records of one event. Different events do not wait for each other. */
export async function withEventLock<T>(
  db: Database | Db,
  eventId: string,
  work: (tx: Db, chain: EventChain) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(db, async (tx) => {
      const [event] = await tx.query<Omit<EventChain, 'eventId'>>(sql`
        select draw_secret as secret, max_chances from events
        where id = ${eventId} for no key update`);
      return event ? work(tx, { ...event, eventId }) : fail('event-not-found');
    });
  } catch (error) {
    // The unique indexes are the safety net in case a caller forgets the lock.
    if (violates(error, 'winners_prize_key')) return fail('prize-already-drawn');
    if (violates(error, 'records_forfeits_key')) return fail('already-forfeited');
    throw error;
  }
}

/** The fields that every record begins with. */
export interface NextRecord {
  number: number;
  seed: Buffer;
  commitment: Buffer;
  previousRecord: Buffer;
}

/** Prepares the next record. The event's lock prevents gaps: the number of a failed draw is used again. */
export async function nextRecord(tx: Db, { eventId, secret }: EventChain): Promise<NextRecord> {
  const [last] = await tx.query<{ number: number; record: Buffer }>(sql`
    select number, record from records where event_id = ${eventId} order by number desc limit 1`);
  const number = (last?.number ?? 0) + 1;
  const seed = seedOf(secret, eventId, number);
  return {
    number,
    seed: Buffer.from(seed),
    commitment: Buffer.from(commitmentOf(eventId, number, seed)),
    previousRecord: last?.record ?? Buffer.from(NO_RECORD),
  };
}

/** Appends a record to the event's chain. New entries are promised the number after it from now on. */
export async function appendRecord(
  tx: Db,
  { eventId }: EventChain,
  { number, commitment, previousRecord }: NextRecord,
  columns: Record<string, unknown>,
): Promise<void> {
  const values = {
    event_id: eventId,
    number,
    commitment,
    previous_record: previousRecord,
    ...columns,
  };
  await tx.execute(sql`
    with numbered as (update events set last_record = ${number} where id = ${eventId})
    insert into records (${join(Object.keys(values).map((name) => raw(name)))})
    values (${join(Object.values(values))})`);
}

/** A draw whose number, prize and roster are sealed, but which has no winners yet. */
export interface SealedRecord {
  number: number;
  prizeId: string | null;
  quantity: number;
  winnerCount: number;
  rollCall: number;
  source: Source['kind'];
  /** The round of the beacon; null if no beacon decides. */
  round: number | null;
  sealHash: Buffer;
  /** The published seed; null if no beacon decides, because it is then secret until the draw. */
  seed: Buffer | null;
  conductedBy: string;
}

/** The sealed draw of an event, or the one that this transaction has just opened. */
export async function findSealed(tx: Db, eventId: string): Promise<SealedRecord | undefined> {
  const [sealed] = await tx.query<SealedRecord>(sql`
    select number, prize_id, quantity, winner_count, roll_call::float8 as roll_call, source,
           beacon_round::float8 as round, seal_hash, seed, conducted_by
    from records where event_id = ${eventId} and kind = 'sealed'`);
  return sealed;
}

/** The seed of a sealed draw. For a beacon it is stored with the seal, so that it outlives the event's secret. */
export const seedOfSealed = (
  { secret, eventId }: EventChain,
  { seed, number }: SealedRecord,
): Uint8Array => seed ?? seedOf(secret, eventId, number);

export async function recordAt(tx: Db, eventId: string, number: number): Promise<RaffleRecord> {
  const record = await findRecord(tx, eventId, number);
  if (!record) throw new Error('A record vanished while its event was locked');
  return record;
}
