import type { DrawList } from '@drawbridge/contract/draws';
import { winnersOf } from '@drawbridge/contract/fair-draw/comparison';

/**
 * The order after moving a prize to another place. Prizes that are fixed keep their places, and the others
 * move around them: a move to the place of a fixed one goes on to the next place in that direction.
 */
export function moveInOrder(
  order: readonly string[],
  fixed: Pick<ReadonlySet<string>, 'has'>,
  id: string,
  place: number,
): string[] {
  const from = order.indexOf(id);
  const step = Math.sign(place - from);
  let to = place;
  while (step !== 0 && fixed.has(order[to] ?? '')) to += step;
  const target = order[to];
  if (from === -1 || fixed.has(id) || target === undefined) return [...order];
  const movable = order.filter((one) => !fixed.has(one));
  const targetPlace = movable.indexOf(target);
  movable.splice(movable.indexOf(id), 1);
  movable.splice(targetPlace, 0, id);
  const rest = movable.values();
  return order.map((one) => (fixed.has(one) ? one : (rest.next().value ?? one)));
}

/** How many standing winners the prizes have that can no longer be changed, because of them or of a sealed draw. */
export function fixedPrizes({ draws, sealed }: DrawList): Map<string, number> {
  const fixed = new Map(sealed?.prizeId ? [[sealed.prizeId, 0]] : []);
  const won = new Map<number, string | null>();
  const count = (prizeId: string | null | undefined, change: number) => {
    if (prizeId) fixed.set(prizeId, (fixed.get(prizeId) ?? 0) + change);
  };
  for (const record of draws) {
    if (record.kind === 'forfeit') count(won.get(record.forfeits), -1);
    if (record.kind !== 'draw') continue;
    won.set(record.number, record.prizeId);
    count(record.prizeId, winnersOf(record).length);
  }
  for (const [id, winners] of fixed) {
    if (winners === 0 && id !== sealed?.prizeId) fixed.delete(id);
  }
  return fixed;
}
