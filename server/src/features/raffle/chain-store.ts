import type { RaffleRecord } from '@drawbridge/contract/draws';
import {
  type Chain,
  NO_RECORD,
  type Source,
  seedOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome } from '../../errors.ts';
import { findRecord } from './store.ts';

/** An event whose records are made, with the secret that its seeds come from. */
export interface EventChain extends Chain {
  secret: Buffer;
}

/** Serialises the records of one event; different events do not wait for each other. */
export async function underLock<T>(
  db: Database | Db,
  eventId: string,
  work: (tx: Db, chain: EventChain) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await inTransaction(db, async (tx) => {
      const [event] = await tx.query<Omit<EventChain, 'eventId'>>(sql`
        select draw_secret as secret, draw_version as version from events
        where id = ${eventId} for no key update`);
      return event ? work(tx, { ...event, eventId }) : fail('event-not-found');
    });
  } catch (error) {
    // The unique indexes still decide if a lock is ever forgotten.
    if (violates(error, 'draws_prize_key')) return fail('prize-already-drawn');
    if (violates(error, 'draws_forfeits_key')) return fail('already-forfeited');
    throw error;
  }
}

/** The event's lock prevents gaps: the number of a draw that fails is used again. */
export async function nextNumber(tx: Db, eventId: string) {
  const [last] = await tx.query<{ number: number; record: Buffer }>(sql`
    select number, record from draws where event_id = ${eventId} order by number desc limit 1`);
  return {
    number: (last?.number ?? 0) + 1,
    previousRecord: last?.record ?? Buffer.from(NO_RECORD),
  };
}

/** A draw with its number, its prize and its roster, but without a winner. */
export interface OpenDraw {
  number: number;
  prizeId: string | null;
  previousRecord: Buffer;
  rosterHash: Buffer;
  rosterSize: number;
  sealed: boolean;
  quantity: number;
  /** How many winners it gives. */
  winners: number;
  /** The rest is null in version 2. */
  sealHash: Buffer | null;
  source: Source['kind'] | null;
  round: string | null;
  beacon: Buffer | null;
  /** Of a draw that is sealed for a beacon, which is published with the seal. */
  seed: Buffer | null;
  conductedBy: string | null;
}

export const openColumns = sql`
  number, prize_id, previous_record, roster_hash, roster_size, sealed_at is not null as sealed,
  coalesce(quantity, 1) as quantity, coalesce(winners, 1) as winners, seal_hash, source,
  beacon_round as round, beacon_signature as beacon, seed, conducted_by`;

/** The sealed draw, or one that this transaction has just opened. */
export async function findOpen(tx: Db, eventId: string): Promise<OpenDraw | undefined> {
  const [draw] = await tx.query<OpenDraw>(sql`
    select ${openColumns} from draws where event_id = ${eventId} and state = 'open'`);
  return draw;
}

/** The seed of an open draw. That of one that waits for a beacon outlives the secret it came from. */
export const seedOfOpen = (chain: EventChain, { seed, number }: OpenDraw): Uint8Array =>
  seed ?? seedOf(chain.secret, chain, number);

export async function recordAt(tx: Db, eventId: string, number: number): Promise<RaffleRecord> {
  const record = await findRecord(tx, eventId, number);
  if (!record) throw new Error('A record vanished while its event was locked');
  return record;
}
