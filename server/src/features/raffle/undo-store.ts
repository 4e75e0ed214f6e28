import type { RaffleRecord } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  forfeitRecordOf,
  seedOf,
  voidedSealOf,
  voidRecordOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { drawNumbered, tellWebhooks } from '../webhook-queue.ts';
import {
  type EventChain,
  findOpen,
  nextNumber,
  recordAt,
  seedOfOpen,
  underLock,
} from './chain-store.ts';
import { recordRestored } from './roster-store.ts';

/** Voids the sealed draw. It stays on record with its seed, and its number is not used again. */
export async function voidDraw(
  db: Database | Db,
  eventId: string,
  reason: string,
): Promise<Outcome<RaffleRecord>> {
  return underLock(db, eventId, (tx, chain) => voidUnderLock(tx, chain, reason));
}

/** Voids it. The caller must hold the event's lock. */
export async function voidUnderLock(
  tx: Db,
  chain: EventChain,
  reason: string,
): Promise<Outcome<RaffleRecord>> {
  const { eventId } = chain;
  const draw = await findOpen(tx, eventId);
  if (!draw) return fail('nothing-sealed');
  const { at } = await tx.queryOne<{ at: string }>(sql`
    select clock_timestamp()::timestamptz(3) as at`);
  const record = draw.sealHash
    ? voidedSealOf(draw.sealHash, Date.parse(at), reason)
    : voidRecordOf(chain, { ...draw, reason });
  await tx.execute(sql`
    update draws set state = 'void', seed = ${Buffer.from(seedOfOpen(chain, draw))},
                     record = ${Buffer.from(record)}, reason = ${reason}, ended_at = ${at},
                     conducted_by = null
    where event_id = ${eventId} and number = ${draw.number}`);
  await recordRestored(tx, chain);
  return succeed(await recordAt(tx, eventId, draw.number));
}

/** Passes over the winner of a draw, so that the prize can be drawn again. */
export async function forfeitDraw(
  db: Database | Db,
  { eventId, ...forfeit }: Forfeit & { eventId: string },
): Promise<Outcome<RaffleRecord>> {
  return underLock(db, eventId, (tx, chain) => forfeitUnderLock(tx, chain, forfeit));
}

interface Forfeit {
  /** The number of the draw, and which of its winners. */
  forfeits: number;
  place?: number | undefined;
  reason: string;
}

/** Records the forfeit. The caller must hold the event's lock. */
export async function forfeitUnderLock(
  tx: Db,
  chain: EventChain,
  { forfeits, place = 0, reason }: Forfeit,
): Promise<Outcome<RaffleRecord>> {
  const { eventId } = chain;
  const [draw] = await tx.query<{
    state: string;
    forfeitedBy: number | null;
    handedOver: boolean;
  }>(sql`
    select state, forfeited_by, handed_over_at is not null as handed_over from draws
    where event_id = ${eventId} and number = ${forfeits} and place = ${place} and state <> 'open'`);
  if (!draw || draw.state === 'forfeit' || draw.state === 'restored') return fail('draw-not-found');
  if (draw.state === 'void') return fail('draw-void');
  if (draw.forfeitedBy !== null) return fail('already-forfeited');
  if (draw.handedOver) return fail('prize-handed-over');
  // A record between a sealed draw and its result would break the chain.
  if (await findOpen(tx, eventId)) return fail('draw-sealed');
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const seed = seedOf(chain.secret, chain, number);
  const record = forfeitRecordOf(chain, { number, forfeits, place, reason, previousRecord });
  await tx.execute(sql`
    update draws set forfeited_by = ${number}
    where event_id = ${eventId} and number = ${forfeits} and place = ${place}`);
  await tx.execute(tellWebhooks('winner.forfeited', drawNumbered(eventId, forfeits, place)));
  await tx.execute(sql`
    insert into draws (event_id, number, version, state, commitment, previous_record, seed, record, ended_at,
                       forfeits, forfeits_place, reason)
    values (${eventId}, ${number}, ${chain.version}, 'forfeit', ${Buffer.from(commitmentOf(chain, number, seed))},
            ${previousRecord}, ${Buffer.from(seed)}, ${Buffer.from(record)}, clock_timestamp(),
            ${forfeits}, ${place}, ${reason})`);
  return succeed(await recordAt(tx, eventId, number));
}
