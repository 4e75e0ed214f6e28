import {
  type FocusEvent,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** An element inside of which the keyboard can be, by its place in the list. */
export const ROW_INDEX = 'data-row';

/** So many pixels above and below what is in sight are made ready before they are scrolled there. */
const MARGIN = 240;

/** So many rows there are at least, and around the one that has the keyboard. */
const FEW = 3;

/** Rows from `first` up to and without `end`. */
export interface Stretch {
  first: number;
  end: number;
}

interface RowsInSight<ListElement extends HTMLElement> {
  list: RefObject<ListElement | null>;
  /** The rows to put on the page: where each begins below the upper edge of the list. */
  rows: { index: number; top: number }[];
  /** Of all rows, also those that are not on the page. */
  height: number;
  /** For the list: the row that has the keyboard stays on the page, however far it is scrolled away. */
  keepFocused: {
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Which rows of one height are in sight, or nearly, while the page or the given element scrolls. Where a
 * row is follows from its place alone, so that nothing has to be worked out for those out of sight,
 * however many they are and however often they change.
 */
export function useRowsInSight<ListElement extends HTMLElement>(
  count: number,
  rowHeight: number,
  scroller?: HTMLElement,
): RowsInSight<ListElement> {
  const list = useRef<ListElement>(null);
  const [inSight, setInSight] = useState<Stretch>({ first: 0, end: 0 });
  // After a jump, what is in sight comes first, and what is around it when there is time.
  const prepared = widen(useDeferredValue(inSight), Math.ceil(MARGIN / rowHeight));
  const [focused, setFocused] = useState(-1);

  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
      const { top } = list.current.getBoundingClientRect();
      const frame = scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
      const seen = stretchBetween(frame.top - top, frame.top - top + frame.height, rowHeight);
      setInSight((before) =>
        before.first === seen.first && before.end === seen.end ? before : seen,
      );
    };
    measure();
    // What is above the list may grow or shrink, and so may the window.
    const observer = new ResizeObserver(measure);
    observer.observe(scroller ?? document.body);
    const scrolled = scroller ?? window;
    scrolled.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [rowHeight, scroller]);

  return {
    list,
    rows: pickRows([inSight, prepared], count, focused).map((index) => ({
      index,
      top: index * rowHeight,
    })),
    height: count * rowHeight,
    keepFocused: {
      onFocus: ({ target }) =>
        setFocused(Number(target.closest(`[${ROW_INDEX}]`)?.getAttribute(ROW_INDEX) ?? -1)),
      onBlur: ({ currentTarget, relatedTarget }) => {
        // While it moves from row to row, none of them may go.
        if (!currentTarget.contains(relatedTarget)) setFocused(-1);
      },
    },
  };
}

/** The rows that touch what lies between two distances from the upper edge of the list. */
export function stretchBetween(upper: number, lower: number, rowHeight: number): Stretch {
  return {
    first: Math.max(0, Math.floor(upper / rowHeight)),
    end: Math.max(0, Math.ceil(lower / rowHeight)),
  };
}

function widen({ first, end }: Stretch, rows: number): Stretch {
  return { first: first - rows, end: end + rows };
}

/**
 * In ascending order. Some are always there, for those who read the page without looking at it; and those
 * around the keyboard are there before the next key, which may come sooner than the page has scrolled.
 */
export function pickRows(stretches: readonly Stretch[], count: number, focused: number): number[] {
  const picked = new Set<number>();
  const pick = ({ first, end }: Stretch) => {
    for (let index = Math.max(0, first); index < Math.min(end, count); index++) picked.add(index);
  };
  for (const { first, end } of stretches) {
    pick({ first: Math.min(first, count - FEW), end: Math.max(end, FEW) });
  }
  if (focused >= 0 && focused < count) pick(widen({ first: focused, end: focused + 1 }, FEW));
  return [...picked].sort((one, other) => one - other);
}
