import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** An element inside of which the keyboard can be, by its place in the list. */
export const ROW_INDEX = 'data-row';

/** So many pixels above and below the screen are ready before they are scrolled into sight. */
const OVERSCAN = 240;

interface WindowRows<ListElement extends HTMLElement> {
  list: React.RefObject<ListElement | null>;
  /** The rows to put on the page: where each begins below the head of the list. */
  rows: { index: number; top: number }[];
  height: number;
  /** For the list: the row that has the keyboard stays on the page, however far it is scrolled away. */
  keepFocused: {
    onFocus: (event: FocusEvent) => void;
    onBlur: () => void;
  };
}

/** Which rows of one height are in sight, or nearly, while the page scrolls. */
export function useWindowRows<ListElement extends HTMLElement>(
  count: number,
  rowHeight: number,
): WindowRows<ListElement> {
  const list = useRef<ListElement>(null);
  const scrollMargin = usePageOffset(list);
  const focused = useRef(-1);

  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range);
    const kept = focused.current;
    if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
    return [...indexes, kept].sort((one, other) => one - other);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: Math.ceil(OVERSCAN / rowHeight),
    scrollMargin,
    rangeExtractor,
  });

  return {
    list,
    rows: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ index, top: start - scrollMargin })),
    height: count * rowHeight,
    keepFocused: {
      onFocus: (event) => {
        const row = event.target.closest(`[${ROW_INDEX}]`);
        focused.current = row ? Number(row.getAttribute(ROW_INDEX)) : -1;
      },
      onBlur: () => {
        focused.current = -1;
      },
    },
  };
}

/** How far down the page an element begins, also when what is above it grows or shrinks. */
function usePageOffset(ref: React.RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);

  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setOffset(Math.round(ref.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);

  return offset;
}
