import type { RaffleRecord } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  forfeitRecordOf,
  seedOf,
  voidRecordOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { drawNumbered, tellWebhooks } from '../webhook-queue.ts';
import { findOpen, nextNumber, recordAt, underLock } from './chain-store.ts';

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
  await tx.execute(tellWebhooks('winner.forfeited', drawNumbered(eventId, forfeits)));
  await tx.execute(sql`
    insert into draws (event_id, number, state, commitment, previous_record, seed, record, ended_at,
                       forfeits, reason)
    values (${eventId}, ${number}, 'forfeit', ${Buffer.from(commitmentOf(eventId, number, seed))},
            ${previousRecord}, ${Buffer.from(seed)}, ${Buffer.from(record)}, clock_timestamp(),
            ${forfeits}, ${reason})`);
  return succeed(await recordAt(tx, eventId, number));
}
