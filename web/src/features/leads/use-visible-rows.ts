import {
  type FocusEvent,
  type RefObject,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useAfterPaint } from '../../lib/use-after-paint.ts';

/** An element inside of which the keyboard can be, by its place in the list. */
export const ROW_INDEX = 'data-row';

/** So many pixels above and below what is in sight are made ready before they are scrolled there. */
const MARGIN_PX = 240;

/** So many rows there are at least, and around the one that has the keyboard. */
const MIN_ROWS = 3;

/** Rows from `first` up to and without `end`. */
export interface RowRange {
  first: number;
  end: number;
}

const NO_ROWS: RowRange = { first: 0, end: 0 };

/** A row to put on the page. */
export interface VisibleRow {
  index: number;
  /** Where it begins below the upper edge of the list. */
  top: number;
  /** Whether it stays long enough to have everything; until then, what the eye reads will do. */
  settled: boolean;
}

interface VisibleRows<ListElement extends HTMLElement> {
  list: RefObject<ListElement | null>;
  rows: VisibleRow[];
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
export function useVisibleRows<ListElement extends HTMLElement>(
  count: number,
  rowHeight: number,
  scroller?: HTMLElement,
): VisibleRows<ListElement> {
  const list = useRef<ListElement>(null);
  const [visible, setVisible] = useState(NO_ROWS);
  // After a jump, the rows in sight come first, and then what is around and inside of them: drawn in one
  // frame, it would hold up the next.
  const settled = overlap(visible, useAfterPaint(visible));
  const [focused, setFocused] = useState(-1);

  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
      const { top } = list.current.getBoundingClientRect();
      const frame = scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
      const seen = rangeBetween(frame.top - top, frame.top - top + frame.height, rowHeight);
      setVisible((before) =>
        before.first === seen.first && before.end === seen.end ? before : seen,
      );
    };
    measure();
    // What is above the list may grow or shrink, and so may the window. That shifts by a few rows, and
    // must not make the list that a filter leaves begin anew.
    const observer = new ResizeObserver(() => startTransition(measure));
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

  const range = settled ? widen(visible, Math.ceil(MARGIN_PX / rowHeight)) : visible;
  const aroundFocused =
    focused < 0 ? NO_ROWS : widen({ first: focused, end: focused + 1 }, MIN_ROWS);
  return {
    list,
    rows: pickRows(range, aroundFocused, count).map((index) => ({
      index,
      top: index * rowHeight,
      settled: settled || (index >= aroundFocused.first && index < aroundFocused.end),
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
export function rangeBetween(upper: number, lower: number, rowHeight: number): RowRange {
  return {
    first: Math.max(0, Math.floor(upper / rowHeight)),
    end: Math.max(0, Math.ceil(lower / rowHeight)),
  };
}

/** Whether one goes on where the other ends, or before that. */
function overlap(one: RowRange, other: RowRange): boolean {
  return one.first <= other.end && other.first <= one.end;
}

function widen({ first, end }: RowRange, rows: number): RowRange {
  return { first: first - rows, end: end + rows };
}

/**
 * In ascending order. Some are always there, for those who read the page without looking at it; and those
 * around the keyboard are there before the next key, which may come sooner than the page has scrolled.
 */
export function pickRows(range: RowRange, aroundFocused: RowRange, count: number): number[] {
  const picked = new Set<number>();
  const pick = (first: number, end: number) => {
    for (let index = Math.max(0, first); index < Math.min(end, count); index++) picked.add(index);
  };
  pick(Math.min(range.first, count - MIN_ROWS), Math.max(range.end, MIN_ROWS));
  pick(aroundFocused.first, aroundFocused.end);
  return [...picked].sort((one, other) => one - other);
}
