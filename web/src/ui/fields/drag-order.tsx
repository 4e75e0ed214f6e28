import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { say } from '../../lib/texts/say.ts';
import { IconButton } from '../icon-button.tsx';

interface Drag {
  id: string;
  /** The distance that the row has been dragged, and the index where it would land. */
  distance: number;
  index: number;
}

/** Rows whose order is changed with a pointer or the arrow keys. `onMove` gets the new index. */
export function useDragOrder(ids: readonly string[], onMove: (id: string, index: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const start = useRef<{ y: number; tops: number[]; heights: number[] }>(undefined);
  const focused = useRef<HTMLElement>(undefined);

  const shownOrder = ids.join();

  // A row that moves within the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows have moved.
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = undefined;
  }, [shownOrder]);

  function finish() {
    if (drag && drag.index !== ids.indexOf(drag.id)) onMove(drag.id, drag.index);
    setDrag(undefined);
  }

  return {
    /** Props for the list's row elements. */
    rowProps: (id: string) => ({
      'data-order-id': id,
      ...(drag && {
        style: { transform: `translateY(${shiftOf(id, ids, drag, start.current)}px)` },
      }),
    }),
    /** Raises the dragged row above the others, which make room. */
    rowClasses: (id: string, dragged = '') =>
      drag && (id === drag.id ? `relative z-10 ${dragged}` : 'transition-transform duration-150'),
    /** Props for the button that drags a row; the arrow keys move the row too. */
    handleProps: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        const list = event.currentTarget.closest('[data-order-id]')?.parentElement;
        const rects = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
        start.current = {
          y: event.clientY,
          tops: rects.map(({ top }) => top),
          heights: rects.map(({ height }) => height),
        };
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, distance: 0, index: ids.indexOf(id) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.id !== id || !start.current) return;
        const distance = event.clientY - start.current.y;
        setDrag({ id, distance, index: indexOf(ids.indexOf(id), distance, start.current) });
      },
      onPointerUp: finish,
      onPointerCancel: () => setDrag(undefined),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const index = ids.indexOf(id) + step;
        if (index < 0 || index >= ids.length) return;
        focused.current = event.currentTarget;
        onMove(id, index);
      },
    }),
  };
}

interface DragHandleProps {
  order: ReturnType<typeof useDragOrder>;
  id: string;
  /** The name of the moved row. */
  name: string;
  className?: string;
}

export function DragHandle({ order, id, name, className }: DragHandleProps) {
  return (
    <IconButton
      icon={GripVertical}
      label={say('Move {name}', { name })}
      aria-roledescription={say('Sortable with the arrow keys')}
      className={classNames('cursor-grab touch-none active:cursor-grabbing', className)}
      {...order.handleProps(id)}
    />
  );
}

interface Measured {
  tops: number[];
  heights: number[];
}

/** The index of the row that contains the middle of the dragged row. */
function indexOf(from: number, distance: number, { tops, heights }: Measured): number {
  const middle = (tops[from] ?? 0) + (heights[from] ?? 0) / 2 + distance;
  let index = 0;
  while (index < tops.length - 1 && middle >= (tops[index + 1] ?? 0)) index += 1;
  return index;
}

/** The distance of a row from its usual position: the dragged row follows the pointer, the others make room. */
function shiftOf(id: string, ids: readonly string[], drag: Drag, measured: Measured | undefined) {
  if (id === drag.id) return drag.distance;
  const [from, index] = [ids.indexOf(drag.id), ids.indexOf(id)];
  const height = measured?.heights[from] ?? 0;
  if (index > from && index <= drag.index) return -height;
  if (index < from && index >= drag.index) return height;
  return 0;
}
