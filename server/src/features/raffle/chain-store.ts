import type { RaffleRecord } from '@drawbridge/contract/draws';
import { NO_RECORD } from '@drawbridge/contract/fair-draw/arithmetic';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome } from '../../errors.ts';
import { findRecord } from './store.ts';

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
}

/** The sealed draw, or one that this transaction has just opened. */
export async function findOpen(tx: Db, eventId: string): Promise<OpenDraw | undefined> {
  const [draw] = await tx.query<OpenDraw>(sql`
    select number, prize_id, previous_record, roster_hash, roster_size,
           sealed_at is not null as sealed
    from draws where event_id = ${eventId} and state = 'open'`);
  return draw;
}

export async function recordAt(tx: Db, eventId: string, number: number): Promise<RaffleRecord> {
  const record = await findRecord(tx, eventId, number);
  if (!record) throw new Error('A record vanished while its event was locked');
  return record;
}
