import {
  type FocusEvent,
  type RefObject,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useAfterPaint } from '../../lib/use-after-paint.ts';

/** The attribute with a row's index, which finds the row that contains the focus. */
export const ROW_INDEX = 'data-row';

/** Rows within this distance of the visible area are rendered in advance. */
const MARGIN_PX = 240;

/** The minimum number of rendered rows, and of rows on each side of the focused one. */
const MIN_ROWS = 3;

/** Rows from `first` up to but not including `end`. */
export interface RowRange {
  first: number;
  end: number;
}

const NO_ROWS: RowRange = { first: 0, end: 0 };

/** A row to render. */
export interface VisibleRow {
  index: number;
  /** The distance from the top of the list. */
  top: number;
  /** Whether to render the whole row; until then its text is enough. */
  settled: boolean;
}

interface VisibleRows<ListElement extends HTMLElement> {
  list: RefObject<ListElement | null>;
  rows: VisibleRow[];
  /** The height of all rows, including those that are not rendered. */
  height: number;
  /** Props for the list that keep the focused row rendered, however far it is scrolled away. */
  keepFocused: {
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/**
 * The rows to render while the page or the given element scrolls. All rows have the same height, so a row's
 * position follows from its index and nothing has to be computed for rows that are not rendered.
 */
export function useVisibleRows<ListElement extends HTMLElement>(
  count: number,
  rowHeight: number,
  scroller?: HTMLElement,
): VisibleRows<ListElement> {
  const list = useRef<ListElement>(null);
  const [visible, setVisible] = useState(NO_ROWS);
  // After a jump, the text of the visible rows is rendered first, and their controls and the rows around
  // them a frame later: all at once would delay the next frame.
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
    // The content above the list and the window may change their size, which moves the list by a few
    // rows. The transition keeps that from restarting the rendering of a filtered list.
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
        // While the focus moves from row to row, all of them stay rendered.
        if (!currentTarget.contains(relatedTarget)) setFocused(-1);
      },
    },
  };
}

/** The rows between two distances from the top of the list. */
export function rangeBetween(upper: number, lower: number, rowHeight: number): RowRange {
  return {
    first: Math.max(0, Math.floor(upper / rowHeight)),
    end: Math.max(0, Math.ceil(lower / rowHeight)),
  };
}

/** Whether two ranges overlap or touch. */
function overlap(one: RowRange, other: RowRange): boolean {
  return one.first <= other.end && other.first <= one.end;
}

function widen({ first, end }: RowRange, rows: number): RowRange {
  return { first: first - rows, end: end + rows };
}

/**
 * The indexes of the rows to render, in ascending order. Some rows are always rendered, for screen readers.
 * Rows around the focus are rendered in advance, because the next key may come before the page scrolls.
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
