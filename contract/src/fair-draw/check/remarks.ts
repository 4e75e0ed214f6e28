// Facts about an event's record that are within the rules, but that everybody should see.
import type { DrawRecord, RaffleRecord, SealedDraw, VoidRecord } from '../draws.ts';
import { QUICKNET, roundTime } from '../sealed/beacon.ts';

const isSealed = (record: RaffleRecord): record is DrawRecord | VoidRecord =>
  record.kind === 'draw' || record.kind === 'void';

/** True if a draw is the event's or its prize's next one after a void, whatever records came between. */
export function isRepeated(draws: readonly RaffleRecord[], record: RaffleRecord): boolean {
  if (record.kind !== 'draw') return false;
  const before = draws.filter(isSealed).filter(({ number }) => number < record.number);
  const drawsOfPrize = before.filter(({ prizeId }) => prizeId === record.prizeId);
  return [before, drawsOfPrize].some((records) => {
    const last = records.findLastIndex(({ kind }) => kind === 'draw');
    return records.slice(last + 1).some(({ kind }) => kind === 'void');
  });
}

/** The name that a prize had in an earlier draw or void, if it was a different one. */
export function earlierPrizeName(
  draws: readonly RaffleRecord[],
  record: RaffleRecord,
): string | undefined {
  if (!isSealed(record) || record.prizeId === null) return undefined;
  const { number, prizeId, prizeName } = record;
  return draws
    .filter(isSealed)
    .filter((each) => each.number < number && each.prizeId === prizeId)
    .findLast((each) => each.prizeName !== prizeName)
    ?.prizeName?.toString();
}

export interface RaisedQuantity {
  from: number;
  to: number;
  /** The number of the last draw with the smaller quantity. */
  after: number;
}

/** The increase of a prize's quantity after a draw of it. */
export function raisedQuantity(
  draws: readonly RaffleRecord[],
  draw: RaffleRecord | SealedDraw,
): RaisedQuantity | undefined {
  if (!('prizeId' in draw) || draw.prizeId === null) return undefined;
  const { number, prizeId, quantity } = draw;
  const before = draws.findLast(
    (each): each is DrawRecord =>
      each.kind === 'draw' && each.number < number && each.prizeId === prizeId,
  );
  if (!before || before.quantity >= quantity) return undefined;
  return { from: before.quantity, to: quantity, after: before.number };
}

/** The round of a seal that has passed, although the record has no beacon of it. */
export function missedRound(draw: RaffleRecord | SealedDraw, now = Date.now()): number | undefined {
  if (!('source' in draw) || draw.source.kind !== 'beacon') return undefined;
  if ('beacon' in draw && draw.beacon !== null) return undefined;
  const { round } = draw.source;
  return roundTime(QUICKNET, round) < now ? round : undefined;
}
