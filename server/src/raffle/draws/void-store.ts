import type { RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import { forfeitRecordOf, voidRecordOf } from '@drawbridge/contract/fair-draw/records';
import { inputOf } from '@drawbridge/contract/fair-draw/sealed/seal';
import sql from 'sql-template-tag';
import { publish } from '../../core/change/publish.ts';
import { winnersOfDraw } from '../../core/queue/webhook-queue.ts';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { appendRestoreRecord } from '../rosters/roster-store.ts';
import { showForfeit, showPrize } from '../stage/stage-store.ts';
import {
  appendRecord,
  type EventChain,
  findSealed,
  nextRecord,
  recordAt,
  seedOfSealed,
  withEventLock,
} from './chain-store.ts';
import { drawLines } from './draw-store.ts';

/** Voids the sealed draw. Its record keeps the seed, and its number is not used again. */
export async function voidDraw(
  db: Database | Db,
  eventId: string,
  reason: string,
): Promise<Outcome<RaffleRecord>> {
  return withEventLock(db, eventId, (tx, chain) => voidLocked(tx, chain, reason));
}

/** Voids the sealed draw. The caller must hold the event's lock. */
export async function voidLocked(
  tx: Db,
  chain: EventChain,
  reason: string,
): Promise<Outcome<RaffleRecord>> {
  const { eventId } = chain;
  const draw = await findSealed(tx, eventId);
  if (!draw) return fail('nothing-sealed');
  const { number, sealHash, prizeId, round } = draw;
  if (round !== null && (await isRoundKnown(tx, round))) return fail('beacon-known');
  const { at } = await tx.queryOne<{ at: string }>(sql`
    select clock_timestamp()::timestamptz(3) as at`);
  const record = voidRecordOf(sealHash, Date.parse(at), reason);
  await tx.execute(sql`
    update records set kind = 'void', seed = ${Buffer.from(seedOfSealed(chain, draw))},
                       record = ${Buffer.from(record)}, reason = ${reason}, at = ${at}
    where event_id = ${eventId} and number = ${number}`);
  await showPrize(tx, eventId, prizeId);
  await publish(tx, 'draw voided', { eventIds: [eventId], number });
  await appendRestoreRecord(tx, chain);
  return succeed(await recordAt(tx, eventId, number));
}

/** Whether the server knows the beacon of a round, from a draw of any event. */
async function isRoundKnown(tx: Db, round: number): Promise<boolean> {
  const known = await tx.execute(sql`
    select from records where beacon_round = ${round} and beacon_signature is not null limit 1`);
  return known > 0;
}

/** Stores the beacon of a void draw, and the lines that would have won. The caller must hold the event's lock. */
export async function completeVoid(
  tx: Db,
  { eventId }: EventChain,
  number: number,
  signature: Buffer,
): Promise<void> {
  const [draw] = await tx.query<{ seed: Buffer; sealHash: Buffer; winnerCount: number }>(sql`
    update records set beacon_signature = ${signature}
    where event_id = ${eventId} and number = ${number} and kind = 'void' and source = 'beacon'
      and beacon_signature is null
    returning seed, seal_hash, winner_count`);
  if (!draw) return;
  const input = inputOf(draw.sealHash, { kind: 'beacon', signature: signature.toString('hex') });
  const lines = await drawLines(tx, eventId, { number, ...draw }, input);
  const wouldHaveWon = lines.map(({ index, tickets }) => ({
    index,
    tickets: tickets.toString('hex').match(/.{64}/g),
  }));
  await tx.execute(sql`
    update records set would_have_won = ${JSON.stringify(wouldHaveWon)}
    where event_id = ${eventId} and number = ${number}`);
  await publish(tx, 'records', { eventIds: [eventId] });
}

export interface Forfeit {
  eventId: string;
  /** The number of the draw. `place` says which of its winners. */
  forfeits: number;
  place?: number | undefined;
  reason: string;
}

/** Records a winner's forfeit, so that the prize can be drawn again. */
export async function forfeitDraw(
  db: Database | Db,
  { eventId, forfeits, place = 0, reason }: Forfeit,
): Promise<Outcome<RaffleRecord>> {
  return withEventLock(db, eventId, async (tx, chain) => {
    const [draw] = await tx.query<{
      kind: string;
      won: boolean;
      prizeId: string | null;
      forfeitedBy: number | null;
      handedOver: boolean;
    }>(sql`
      select kind, w.number is not null as won, d.prize_id, forfeited_by, handed_over_at is not null as handed_over
      from records d
      left join winners w on w.event_id = d.event_id and w.number = d.number and w.place = ${place}
      where d.event_id = ${eventId} and d.number = ${forfeits} and kind in ('draw', 'void')`);
    if (draw?.kind === 'void') return fail('draw-void');
    if (!draw?.won) return fail('draw-not-found');
    if (draw.forfeitedBy !== null) return fail('already-forfeited');
    if (draw.handedOver) return fail('prize-handed-over');
    // A record between a sealed draw and its result would break the chain.
    if (await findSealed(tx, eventId)) return fail('draw-sealed');
    const next = await nextRecord(tx, chain);
    const { number, previousRecord } = next;
    const facts = { number, forfeits, place, reason, previousRecord };
    await appendRecord(tx, chain, next, {
      kind: 'forfeit',
      seed: next.seed,
      record: Buffer.from(forfeitRecordOf(eventId, facts)),
      at: sql`clock_timestamp()`,
      forfeits,
      forfeits_place: place,
      reason,
    });
    await tx.execute(sql`
      update winners set forfeited_by = ${number}
      where event_id = ${eventId} and number = ${forfeits} and place = ${place}`);
    await showForfeit(tx, eventId, { forfeits, prizeId: draw.prizeId });
    await publish(tx, 'win forfeited', {
      eventIds: [eventId],
      number,
      winners: winnersOfDraw(eventId, forfeits, place),
    });
    return succeed(await recordAt(tx, eventId, number));
  });
}
