import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

/** A table with 14 px text, hairlines between rows and tabular figures. Cells are plain th and td. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    <table
      className={classNames(
        'w-full border-collapse text-start text-sm tabular-nums',
        // Browsers centre a th whose table is at the start; ":where" lets a cell choose otherwise.
        '[:where(&)_th]:text-start',
        '[&_thead]:bg-sunk [&_th]:h-9 [&_th]:whitespace-nowrap [&_th]:font-semibold [&_th]:text-ink-2',
        '[&_tbody_tr]:border-t [&_td]:h-12 [&_td]:py-1',
        '[&_:is(td,th)]:px-2.5 [&_:is(td,th):first-child]:ps-4 [&_:is(td,th):last-child]:pe-4',
        className,
      )}
      {...rest}
    />
  );
}
