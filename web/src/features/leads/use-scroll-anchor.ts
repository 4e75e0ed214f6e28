import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The height of the top bar and the table's header, which cover the first rows. */
const COVERED_PX = 96;

/**
 * Keeps the rows on screen in their place when others arrive or go above them, as browsers do by themselves
 * for lists that are rendered as a whole. At the top of the page, new rows come into sight.
 */
export function useScrollAnchor(
  list: RefObject<HTMLElement | null>,
  leads: readonly { id: string }[],
  rowHeight: number,
  columns = 1,
): void {
  const before = useRef(leads);

  useLayoutEffect(() => {
    const previous = before.current;
    before.current = leads;
    if (previous === leads || !list.current) return;
    const { top } = list.current.getBoundingClientRect();
    const moved = rowsMoved(previous, leads, Math.floor((COVERED_PX - top) / rowHeight), columns);
    if (moved !== 0) scrollBy({ top: moved * rowHeight, behavior: 'instant' });
  }, [list, leads, rowHeight, columns]);
}

/** By how many rows the first row on screen, or the next one that is still there, has moved. */
export function rowsMoved(
  before: readonly { id: string }[],
  now: readonly { id: string }[],
  firstRow: number,
  columns = 1,
): number {
  if (firstRow <= 0) return 0;
  const places = new Map(now.map(({ id }, place) => [id, place]));
  for (let place = firstRow * columns; place < before.length; place += 1) {
    const found = places.get(before[place]?.id ?? '');
    if (found !== undefined) return Math.floor(found / columns) - Math.floor(place / columns);
  }
  return 0;
}
