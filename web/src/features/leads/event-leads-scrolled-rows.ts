import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface ScrolledRows {
  list: RefObject<HTMLUListElement | null>;
  /** The rows to put on the page: where each begins below the list's upper edge. */
  rows: { index: number; top: number }[];
  /** For the list: the row that has the keyboard stays, however far it is scrolled away. */
  keepFocused: { onFocus: (event: FocusEvent) => void; onBlur: () => void };
}

/** Which rows of one height are in sight, or nearly, while the element around the list scrolls. */
export function useScrolledRows(
  count: number,
  rowHeight: number,
  scroller: HTMLElement,
): ScrolledRows {
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useOffset(list, scroller);
  const focused = useRef(-1);

  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range);
    const kept = focused.current;
    if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
    return [...indexes, kept].sort((one, other) => one - other);
  }, []);

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin,
    rangeExtractor,
  });

  return {
    list,
    rows: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ index, top: start - scrollMargin })),
    keepFocused: {
      onFocus: ({ target }) => {
        focused.current = Number(target.closest('[data-row]')?.getAttribute('data-row') ?? -1);
      },
      onBlur: () => {
        focused.current = -1;
      },
    },
  };
}

/** How far below the beginning of what scrolls the list begins, also when the figures above it wrap. */
function useOffset(list: RefObject<HTMLElement | null>, scroller: HTMLElement): number {
  const [offset, setOffset] = useState(0);

  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
      const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setOffset(Math.round(top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [list, scroller]);

  return offset;
}
