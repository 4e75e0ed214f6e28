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
