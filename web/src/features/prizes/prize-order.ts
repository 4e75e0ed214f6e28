import type { DrawList } from '@drawbridge/contract/draws';

/**
 * The order after moving a prize to another place. Prizes that are fixed keep their places, and the others
 * move around them: a move to the place of a fixed one goes on to the next place in that direction.
 */
export function moveInOrder(
  order: readonly string[],
  fixed: ReadonlySet<string>,
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

/** The prizes that have a standing winner or are in a sealed draw. They can no longer be changed. */
export function fixedPrizes({ draws, sealed }: DrawList): Set<string> {
  const forfeited = new Set(
    draws.flatMap((record) => (record.kind === 'forfeit' ? [record.forfeits] : [])),
  );
  const ids = draws.flatMap((record) =>
    record.kind === 'draw' && record.prizeId && !forfeited.has(record.number)
      ? [record.prizeId]
      : [],
  );
  return new Set(sealed?.prizeId ? [...ids, sealed.prizeId] : ids);
}
