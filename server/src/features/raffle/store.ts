import { randomInt } from 'node:crypto';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { type Database, type Db, violates } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { chooseWinner, type Entry } from './rules.ts';

export interface Draw {
  eventId: string;
  prizeId: string | null;
  conductedBy: string;
}

export async function listResults(sql: Db, eventId: string): Promise<RaffleResult[]> {
  return sql<RaffleResult[]>`
    select r.id, r.event_id, r.prize_id, r.conducted_at,
           json_build_object('name', l.name, 'email', l.email) as winner
    from raffles r join leads l on l.id = r.winner_id
    where r.event_id = ${eventId}
    order by r.conducted_at, r.id`;
}

/** Draws of one event happen one after the other; those of different events do not wait. */
export async function drawWinner(sql: Database, draw: Draw): Promise<Outcome<RaffleResult>> {
  try {
    return await sql.begin(async (tx) =>
      (await lockEvent(tx, draw.eventId)) ? drawUnderLock(tx, draw) : fail('event-not-found'),
    );
  } catch (error) {
    // The index is the last word on a prize, should a lock ever be forgotten.
    if (violates(error, 'raffles_prize_key')) return fail('prize-already-drawn');
    // The chosen lead was deleted or moved away at this very moment: nothing was drawn yet.
    if (violates(error, 'raffles_event_id_winner_id_fkey')) return drawWinner(sql, draw);
    throw error;
  }
}

/** Waits for its turn. New leads still come in meanwhile: this lock does not touch the event's key. */
async function lockEvent(tx: Db, eventId: string): Promise<boolean> {
  return (await tx`select from events where id = ${eventId} for no key update`).length > 0;
}

/** The draw itself; only right while the caller holds the event's lock. */
export async function drawUnderLock(tx: Db, draw: Draw): Promise<Outcome<RaffleResult>> {
  if (draw.prizeId) {
    // Locked, so that the prize cannot be deleted before the draw is written down.
    const [prize] = await tx<{ drawn: boolean }[]>`
      select exists (select from raffles r where r.prize_id = p.id) as drawn
      from prizes p where p.id = ${draw.prizeId} and p.event_id = ${draw.eventId}
      for key share of p`;
    if (!prize) return fail('prize-not-found');
    if (prize.drawn) return fail('prize-already-drawn');
  }
  const entries = await tx<Entry[]>`
    select l.id, l.phone, l.email, l.status = 'verified' as verified, r.id is not null as won
    from leads l left join raffles r on r.event_id = l.event_id and r.winner_id = l.id
    where l.event_id = ${draw.eventId}
    order by l.submitted_at, l.id`;
  const winner = chooseWinner(entries, randomInt);
  if (!winner) return fail('nobody-eligible');
  const [result] = await tx<[RaffleResult]>`
    with drawn as (
      insert into raffles (event_id, prize_id, winner_id, conducted_by)
      values (${draw.eventId}, ${draw.prizeId}, ${winner.id}, ${draw.conductedBy})
      returning id, event_id, prize_id, winner_id, conducted_at
    )
    select drawn.id, drawn.event_id, drawn.prize_id, drawn.conducted_at,
           json_build_object('name', l.name, 'email', l.email) as winner
    from drawn join leads l on l.id = drawn.winner_id`;
  return succeed(result);
}
